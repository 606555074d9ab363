import type { StorePlace } from '@tickscope/store';

/** How reports name a table: with its database where the store has several servers. */
export function tableName({ database }: StorePlace, table: string, isOneServer: boolean): string {
  return isOneServer ? table : `${database}.${table}`;
}

/** The number of a place's server, from 1; null: there is one server only. */
export function serverNumber({ server }: StorePlace, isOneServer: boolean): number | null {
  return isOneServer ? null : server + 1;
}

export function onServer(server: number | null): string {
  return server === null ? '' : ` on server ${server}`;
}
