import { refreshHeat } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { makeData, UNMERGED } from '../mev/make-data.js';
import { count } from '../support/report.js';
import { goOnMerging, type StoredTable, storedTables } from '../support/tables.js';

/** An hour of 128-slot buckets, and some more. */
const HEAT_BUCKETS = 100;

/**
 * The tables of bench/mev, with what else the operations read, and merged: a part or two a partition is what a server
 * that runs for a while has. Data that is there is left as it is.
 */
export async function makeLoadData(
  client: TestConnection,
  swaps: number,
  dataDir: string,
): Promise<StoredTable[]> {
  await makeData(client, swaps, dataDir);
  const stored = await storedTables(client);
  if (stored.some(({ table }) => table === 'account_heat')) return stored;
  await goOnMerging(client, UNMERGED);
  for (const { table, parts } of stored) {
    process.stderr.write(`merging ${table}, ${count(parts)} parts\n`);
    await client.command({
      query: `OPTIMIZE TABLE ${table} FINAL SETTINGS optimize_skip_merged_partitions = 1`,
    });
  }
  process.stderr.write('heat of the last hour\n');
  await refreshHeat(client, { most: HEAT_BUCKETS });
  return storedTables(client);
}
