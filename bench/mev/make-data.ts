import { sqlFile } from '@tickscope/store';
import { accountSlotsOf } from '@tickscope/testkit/store/account-slots';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { count } from '../support/report.js';
import { rowsOf } from '../support/rows.js';
import { freeGb, stopMerges, storedTables } from '../support/tables.js';
import { fillOf, HEAVY, LIGHT, MEDIUM, RIVALS } from './planted.js';
import { BASE_SLOT, BLOCKS_IN_ALL, LOCKS_FROM, slotOfBlock, TRANSACTIONS_FROM, zonesOf } from './shape.js';

const sql = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
const MAKES = [
  ...['swaps', 'swaps-by-trader', 'transactions', 'signatures', 'locks', 'token-links', 'pool-events'],
  ...['sandwiches', 'legs', 'legs-by-trader', 'trips'],
].map((name) => (name === 'locks' ? accountSlotsOf(sql('make-locks')) : sql(`make-${name}`)));
/** Tables with partitions of hours or days, the newest of which is being written. */
export const UNMERGED = [
  ...['swaps', 'swaps_by_trader', 'transactions', 'account_slots', 'token_links', 'pool_events'],
  ...['sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader', 'actor_trips'],
];
/** Their partitions are of a month. */
const MERGED = ['signatures', 'slots', 'detected_slots'];
const SLOT_INSERTS = 9;
export const NEWEST_SLOT = slotOfBlock(BLOCKS_IN_ALL - 1);
/** An insert is one part of a table. */
const INSERT_SETTINGS = {
  min_insert_block_size_rows: '4000000',
  min_insert_block_size_bytes: '4000000000',
  max_block_size: '65536',
  max_insert_threads: '1',
  // No two rows are equal: looking for them costs more than all the rest.
  optimize_on_insert: '0',
} as const;

/** Fills the tables inside ClickHouse; data that is there whole is left as it is. */
export async function makeData(client: TestConnection, swaps: number, dataDir: string): Promise<void> {
  const zones = zonesOf(swaps);
  const expected = zones.reduce((sum, zone) => sum + zone.swaps, 0);
  const tables = await storedTables(client);
  const rowsOf = (name: string): number => tables.find(({ table }) => table === name)?.rows ?? 0;
  const stored = rowsOf('swaps');
  if (stored >= expected && rowsOf('slots') === BLOCKS_IN_ALL) return;
  if (stored > 0)
    throw new Error(
      `${dataDir} holds ${count(stored)} swaps: not what is asked for. Remove it, or take another folder`,
    );
  await stopMerges(client, UNMERGED);
  // The data may be used for as long as one likes.
  for (const table of [...UNMERGED, 'signatures']) await run(client, `ALTER TABLE ${table} REMOVE TTL`);
  await run(client, 'DROP TABLE IF EXISTS bench_flow');
  await run(client, sql('flow-table'));
  const startedAt = performance.now();
  let made = 0;
  for (const zone of zones) {
    const each = Math.ceil(zone.swaps / zone.inserts / 100) * 100;
    for (let first = 0; first < zone.swaps; first += each) {
      const rows = Math.min(each, zone.swaps - first);
      await run(client, sql('fill-background'), {
        first,
        count: rows,
        zone_block: zone.firstBlock,
        swaps_per_slot: zone.swapsPerSlot,
        stride: zone.stride,
        base_slot: BASE_SLOT,
      });
      await makeTables(client);
      made += rows;
      if (made === rows) sayDisk(await bytesOf(client), rows, expected, dataDir);
      sayProgress(made, expected, startedAt);
    }
  }
  process.stderr.write('\nplanted wallets and slots\n');
  for (const [series, wallet] of [...HEAVY, ...MEDIUM, ...LIGHT, ...RIVALS].entries())
    await run(client, sql('fill-planted'), { ...fillOf(wallet, series), base_slot: BASE_SLOT });
  await makeTables(client);
  await run(client, 'DROP TABLE bench_flow');
  for (let at = 0; at < SLOT_INSERTS; at += 1) {
    const blockAt = (share: number) => Math.floor((BLOCKS_IN_ALL * share) / SLOT_INSERTS);
    await run(client, sql('make-slots'), {
      base_slot: BASE_SLOT,
      newest_slot: NEWEST_SLOT,
      first_block: blockAt(at),
      blocks: blockAt(at + 1) - blockAt(at),
    });
  }
  await run(client, sql('make-detected-slots'));
  for (const make of ['leaders', 'validators', 'tokens'])
    await run(client, sql(`make-${make}`), { transactions_from: TRANSACTIONS_FROM });
  for (const table of MERGED) await run(client, `OPTIMIZE TABLE ${table} FINAL`);
  for (const table of UNMERGED) await mergeOldPartitions(client, table);
}

/** As the server leaves a table: each partition in one part, but the newest, which is being written. */
async function mergeOldPartitions(client: TestConnection, table: string): Promise<void> {
  process.stderr.write(`merging ${table}\n`);
  const partitions = await rowsOf<[string]>(
    client,
    `SELECT partition_id FROM system.parts WHERE active AND database = currentDatabase() AND table = '${table}'
     GROUP BY partition_id ORDER BY toUInt64(partition_id) DESC`,
  );
  for (const [partition] of partitions.slice(1))
    await run(client, `OPTIMIZE TABLE ${table} PARTITION ID '${partition}' FINAL`);
}

/** From what was filled into `bench_flow`, which is then empty. */
async function makeTables(client: TestConnection): Promise<void> {
  for (const make of MAKES)
    await run(client, make, {
      transactions_from: TRANSACTIONS_FROM,
      locks_from: LOCKS_FROM,
      newest_slot: NEWEST_SLOT,
    });
  await run(client, 'TRUNCATE TABLE bench_flow');
}

async function run(
  client: TestConnection,
  query: string,
  params: Record<string, unknown> = {},
): Promise<void> {
  const settings = /^INSERT/m.test(query) ? INSERT_SETTINGS : {};
  await client.command({ query, query_params: params, clickhouse_settings: settings });
}

async function bytesOf(client: TestConnection): Promise<number> {
  return (await storedTables(client)).reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The first insert is of the days of which transactions are not kept: about half as much a swap as later. */
function sayDisk(bytes: number, rows: number, expected: number, dataDir: string): void {
  const gigabytes = (((1.5 * bytes) / rows) * expected) / 1e9;
  const free = freeGb(dataDir);
  process.stderr.write(`about ${gigabytes.toFixed(1)} GB will be on disk; ${free.toFixed(0)} GB are free\n`);
  if (gigabytes * 1.1 > free) throw new Error('not enough room on the disk for the data');
}

function sayProgress(made: number, expected: number, startedAt: number): void {
  const seconds = (performance.now() - startedAt) / 1_000;
  const left = (seconds / made) * (expected - made);
  const end = process.stderr.isTTY ? '\r' : '\n';
  process.stderr.write(
    `making data: ${count(made)} of ${count(expected)} swaps, ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s left   ${end}`,
  );
}
