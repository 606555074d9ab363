import type { AdminConnection, StorePlace } from '@tickscope/store';

/** A copy of a store, as it is checked. */
export interface CheckedCopy {
  places: readonly StorePlace[];
  /** Null: the store has one copy only. */
  name: 'first' | 'second' | null;
}

/** Both copies of a mirrored store, each to be checked by itself. */
export function checkedCopies({ copies }: Pick<AdminConnection, 'copies'>): CheckedCopy[] {
  return copies.map(({ administer: { places } }, at) => ({
    places,
    name: copies.length === 1 ? null : at === 0 ? 'first' : 'second',
  }));
}

/** What to do about data that one copy has lost and the other one has. */
export const FILL_AGAIN =
  'empty this copy, as "A mirror" of docs/scaling.md describes it: it is filled from the other one';

/** How reports name a table: with its database where the store has several servers. */
export function tableName({ database }: StorePlace, table: string, isOneServer: boolean): string {
  return isOneServer ? table : `${database}.${table}`;
}

/** The number of a place's server, from 1; null: there is one server only. */
export function serverNumber({ server }: StorePlace, isOneServer: boolean): number | null {
  return isOneServer ? null : server + 1;
}

/** Which server, which copy, both or nothing, to follow the name of a table. */
export function whereOf(server: number | null, copy: CheckedCopy['name']): string {
  const onServer = server === null ? '' : ` on server ${server}`;
  return copy === null ? onServer : `${onServer} ${server === null ? 'in' : 'of'} the ${copy} copy`;
}
