import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { count, markdownTable } from '../support/report.js';
import { rowsOf } from '../support/rows.js';
import { type StoredTable, storedTables } from '../support/tables.js';

/** Tables of a few rows that do not come from the chain. */
const NOT_OF_THE_CHAIN = ['schema_versions', 'retention', 'labels'];
const SECONDS_A_DAY = 86_400;

export interface Measured {
  transactions: number;
  bytes: number;
  tables: ReadonlyMap<string, StoredTable>;
}

/**
 * Makes new parts hold a file for each column, as ClickHouse does from 10 MB on. A partition of mainnet is far larger when
 * it is merged; a few hundred slots of one block would be counted in the format of small parts, which compresses less.
 */
export async function storeAsLargeParts(client: TestConnection): Promise<void> {
  const tables = await rowsOf<[string]>(
    client,
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'",
  );
  for (const [table] of tables)
    await client.command({
      query: `ALTER TABLE ${table} MODIFY SETTING min_bytes_for_wide_part = 0, min_rows_for_wide_part = 0`,
    });
}

/** Merges every table of the database completely, and counts what it then has on disk. */
export async function mergedTables(client: TestConnection): Promise<Map<string, StoredTable>> {
  for (const { table } of await storedTables(client))
    await client.command({ query: `OPTIMIZE TABLE ${table} FINAL SETTINGS mutations_sync = 2` });
  const merged = await storedTables(client);
  return new Map(
    merged.filter(({ table }) => !NOT_OF_THE_CHAIN.includes(table)).map((stored) => [stored.table, stored]),
  );
}

type Sets = Readonly<Record<'block' | 'votes' | 'others' | 'generated', Measured>>;

/** By table: bytes a row and bytes a transaction of the block, of its votes and others, and of the generated chain. */
export function perTransactionTable(sets: Sets): string {
  const names = [...new Set(Object.values(sets).flatMap(({ tables }) => [...tables.keys()]))];
  const bytesOf = (set: Measured, table: string): number => set.tables.get(table)?.bytes ?? 0;
  const per = (set: Measured, bytes: number): string =>
    bytes === 0 ? '–' : (bytes / set.transactions).toFixed(1);
  const row = (table: string): string[] => {
    const { rows, bytes } = sets.block.tables.get(table) ?? { rows: 0, bytes: 0 };
    return [
      table,
      rows === 0 ? '–' : count(rows),
      rows === 0 ? '–' : count(bytes),
      rows === 0 ? '–' : (bytes / rows).toFixed(1),
      ...[sets.block, sets.others, sets.votes, sets.generated].map((set) => per(set, bytesOf(set, table))),
    ];
  };
  const { block, others, votes, generated } = sets;
  return markdownTable([
    ['table', 'rows of the block', 'bytes', 'bytes a row', 'the block', 'no vote', 'a vote', 'generated'],
    ...names.sort((a, b) => bytesOf(block, b) - bytesOf(block, a)).map(row),
    [
      'all',
      '',
      count(block.bytes),
      '',
      ...[block, others, votes, generated].map((set) => per(set, set.bytes)),
    ],
    ['transactions', '', '', '', ...[block, others, votes, generated].map((set) => count(set.transactions))],
  ]);
}

/** By table: GB a day at a rate with a share of votes, and with none. */
export function perDayTable(
  { votes, others }: Sets,
  { rate, votes: share }: { rate: number; votes: number },
): string {
  const names = [...new Set([...others.tables.keys(), ...votes.tables.keys()])];
  const gigabytes = (table: string | null, voteShare: number): number => {
    const each = (set: Measured): number =>
      (table === null ? set.bytes : (set.tables.get(table)?.bytes ?? 0)) / set.transactions;
    return ((each(votes) * voteShare + each(others) * (1 - voteShare)) * rate * SECONDS_A_DAY) / 1e9;
  };
  const row = (title: string, table: string | null): string[] => [
    title,
    gigabytes(table, share).toFixed(1),
    gigabytes(table, 0).toFixed(1),
  ];
  return markdownTable([
    [`GB a day at ${count(rate)} transactions/s`, `${(100 * share).toFixed(0)} % votes`, 'no votes'],
    ...names.sort((a, b) => gigabytes(b, share) - gigabytes(a, share)).map((table) => row(table, table)),
    row('all', null),
  ]);
}
