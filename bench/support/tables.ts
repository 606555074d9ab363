import { existsSync, statfsSync } from 'node:fs';
import { importFile } from '@tickscope/pipeline';
import { BlockWriter, readLinks, writeGaps } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { count, markdownTable } from './report.js';
import { rowsOf } from './rows.js';

/** The block of mainnet that most data is made from; beside the repository. */
export const REAL_SLOT = 254_170_887;
export const REAL_BLOCK = `../shared/data/full-blocks/${REAL_SLOT}.getblock.json`;

const MERGE_SETTINGS = [
  ...['max_bytes_to_merge_at_max_space_in_pool', 'max_bytes_to_merge_at_min_space_in_pool'],
  'min_age_to_force_merge_seconds',
];

/** Keeps the parts of tables as they were inserted. */
export async function stopMerges(client: TestConnection, tables: readonly string[]): Promise<void> {
  const settings = MERGE_SETTINGS.map((name) => `${name} = ${name.startsWith('max') ? 1 : 0}`).join(', ');
  for (const table of tables)
    await client.command({ query: `ALTER TABLE ${table} MODIFY SETTING ${settings}` });
}

export async function goOnMerging(client: TestConnection, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await client.command({ query: `ALTER TABLE ${table} RESET SETTING ${MERGE_SETTINGS.join(', ')}` });
}

/** Stores a file's block, as an import does. */
export async function importBlock(client: TestConnection, path: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path} is not there: the data is made from that block`);
  await importFile(path, {
    writer: new BlockWriter(client),
    storedLinks: (fromSlot, toSlot) => readLinks(client.read, fromSlot, toSlot),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
  });
}

/** A table's active parts. */
export interface StoredTable {
  table: string;
  rows: number;
  parts: number;
  partitions: number;
  bytes: number;
}

/** The tables with rows, the largest first. */
export async function storedTables(
  store: Pick<TestConnection, 'read'>,
  database = 'tickscope',
): Promise<StoredTable[]> {
  const rows = await rowsOf<[string, string, string, string, string]>(
    store,
    `SELECT table, sum(rows), count(), uniqExact(partition), sum(bytes_on_disk) FROM system.parts
     WHERE active AND database = '${database}' GROUP BY table HAVING sum(rows) > 0 ORDER BY sum(bytes_on_disk) DESC, table`,
  );
  return rows.map(([table, ...numbers]) => {
    const [stored, parts, partitions, bytes] = numbers.map(Number) as [number, number, number, number];
    return { table, rows: stored, parts, partitions, bytes };
  });
}

/** @param only these; absent: all with more than a thousand rows */
export function tablesTable(stored: readonly StoredTable[], only?: readonly string[]): string {
  return markdownTable([
    ['table', 'rows', 'parts', 'partitions', 'GB on disk', 'bytes a row'],
    ...stored
      .filter(({ table, rows }) => only?.includes(table) ?? rows > 1_000)
      .map(({ table, rows, parts, partitions, bytes }) => [
        ...[`\`${table}\``, count(rows), String(parts), String(partitions)],
        ...[(bytes / 1e9).toFixed(2), (bytes / rows).toFixed(1)],
      ]),
  ]);
}

/** GB that are free on the disk of a folder. */
export function freeGb(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return (bavail * bsize) / 1e9;
}
