import { refreshHeat, sqlFile } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { makeData } from '../mev/make-data.js';
import { TRANSACTIONS_FROM } from '../mev/shape.js';
import { count } from '../support/report.js';

const sql = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
const MAKES = ['validators', 'leaders', 'tokens', 'account-slots'].map((name) => sql(`make-${name}`));
/** What bench/mev keeps from being merged. */
const UNMERGED = [
  ...['swaps', 'swaps_by_trader', 'transactions', 'account_locks', 'token_links', 'pool_events'],
  ...['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader', 'actor_trips'],
];
/** An hour of 128-slot buckets, and some more. */
const HEAT_BUCKETS = 100;

interface Stored {
  table: string;
  rows: number;
  parts: number;
}

/**
 * The tables of bench/mev, with what else the operations read, and merged: a part or two a partition is what a server
 * that runs for a while has. Data that is there is left as it is.
 */
export async function makeLoadData(
  client: TestConnection,
  swaps: number,
  dataDir: string,
): Promise<Stored[]> {
  await makeData(client, swaps, dataDir);
  const stored = await readStored(client);
  if (!stored.some(({ table, rows }) => table === 'account_slots' && rows > 0)) {
    for (const query of MAKES)
      await client.command({ query, query_params: { transactions_from: TRANSACTIONS_FROM } });
    await mergeAll(client, stored);
    process.stderr.write('heat of the last hour\n');
    await refreshHeat(client, { most: HEAT_BUCKETS });
  }
  return readStored(client);
}

async function mergeAll(client: TestConnection, stored: readonly Stored[]): Promise<void> {
  for (const table of UNMERGED)
    await client.command({
      query: `ALTER TABLE ${table} RESET SETTING max_bytes_to_merge_at_max_space_in_pool, max_bytes_to_merge_at_min_space_in_pool`,
    });
  for (const { table, parts } of [...stored, { table: 'account_slots', parts: 0 }]) {
    process.stderr.write(`merging ${table}, ${count(parts)} parts\n`);
    await client.command({
      query: `OPTIMIZE TABLE ${table} FINAL SETTINGS optimize_skip_merged_partitions = 1`,
    });
  }
}

async function readStored(client: TestConnection): Promise<Stored[]> {
  const rows = await client.read.queryRows<[string, string, string]>(
    `SELECT table, sum(rows), count() FROM system.parts WHERE active AND database = currentDatabase()
     GROUP BY table HAVING sum(rows) > 0 ORDER BY sum(rows) DESC`,
    { timeoutMs: 60_000 },
  );
  return rows.map(([table, stored, parts]) => ({ table, rows: Number(stored), parts: Number(parts) }));
}
