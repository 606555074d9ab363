import type { Store } from '@tickscope/store';
import { rowsOf } from './rows.js';

/** Work of ClickHouse since it started. */
export interface ServerEvents {
  inserts: number;
  selects: number;
  merges: number;
  insertedRows: number;
  mergedRows: number;
  /** Stored blocks and their transactions. */
  blocks: number;
  transactions: number;
}

const NAMES = ['InsertQuery', 'SelectQuery', 'Merge', 'InsertedRows', 'MergedRows'] as const;

/** The counters of ClickHouse since it started, by name. */
export async function readCounters<Name extends string>(
  store: Pick<Store, 'read'>,
  names: readonly Name[],
): Promise<Record<Name, number>> {
  const rows = await rowsOf<[string, string]>(store, 'SELECT event, value FROM system.events');
  const values = new Map(rows);
  const counters = names.map((name) => [name, Number(values.get(name) ?? 0)]);
  return Object.fromEntries(counters) as Record<Name, number>;
}

/** How many blocks are stored, and how many transactions they have. */
export async function storedBlocks(
  store: Pick<Store, 'read'>,
): Promise<{ blocks: number; transactions: number }> {
  const [row] = await rowsOf<[string, string]>(
    store,
    'SELECT count(), sum(transaction_count) FROM slots FINAL',
  );
  return { blocks: Number(row?.[0]), transactions: Number(row?.[1]) };
}

export async function readServerEvents(store: Pick<Store, 'read'>): Promise<ServerEvents> {
  const { InsertQuery: inserts, SelectQuery: selects, ...rows } = await readCounters(store, NAMES);
  const { Merge: merges, InsertedRows: insertedRows, MergedRows: mergedRows } = rows;
  return { ...(await storedBlocks(store)), inserts, selects, merges, insertedRows, mergedRows };
}

/** Lines that say how much ClickHouse did for each block in between. */
export function perBlock(before: ServerEvents, after: ServerEvents, seconds: number): string[][] {
  const of = (name: keyof ServerEvents): number => after[name] - before[name];
  const blocks = of('blocks');
  return [
    ['', 'a second', 'a block'],
    ...(['blocks', 'transactions', 'inserts', 'selects', 'merges'] as const).map((name) => [
      name,
      (of(name) / seconds).toFixed(2),
      (of(name) / blocks).toFixed(2),
    ]),
    [
      'rows merged for each row inserted',
      (of('mergedRows') / Math.max(1, of('insertedRows'))).toFixed(1),
      '',
    ],
  ];
}
