import type { ReadConnection } from '@tickscope/store';

/** What ClickHouse has done since it started. */
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

const NAMES = {
  InsertQuery: 'inserts',
  SelectQuery: 'selects',
  Merge: 'merges',
  InsertedRows: 'insertedRows',
  MergedRows: 'mergedRows',
} as const;

export async function readServerEvents(read: ReadConnection): Promise<ServerEvents> {
  const ask = (sql: string): Promise<[string, string][]> => read.queryRows(sql, { timeoutMs: 30_000 });
  const counted = await ask(
    `SELECT event, value FROM system.events WHERE event IN ('${Object.keys(NAMES).join("', '")}')`,
  );
  const [stored] = await ask('SELECT count(), sum(transaction_count) FROM slots FINAL');
  const events: ServerEvents = {
    ...{ inserts: 0, selects: 0, merges: 0, insertedRows: 0, mergedRows: 0 },
    blocks: Number(stored?.[0]),
    transactions: Number(stored?.[1]),
  };
  for (const [event, value] of counted) events[NAMES[event as keyof typeof NAMES]] = Number(value);
  return events;
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
