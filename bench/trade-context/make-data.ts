import { sqlFile } from '@tickscope/store';
import { accountSlotsOf } from '@tickscope/testkit/store/account-slots';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { numberOf } from '../support/rows.js';
import { importBlock, REAL_SLOT, stopMerges } from '../support/tables.js';

/** Slots of a partition of `account_slots`. */
export const PARTITION_SLOTS = 32_768;
export const NEWEST_PARTITION = 9_186;
/** First slot of a partition that is made; the run is `RUN_SLOTS` long. */
export const RUN_START = 1_000;
const INSERTS = 4;
const SLOTS_AN_INSERT = 57;
const RUN_SLOTS = INSERTS * SLOTS_AN_INSERT;
/** With two copies of the block in a slot, 1,204 transactions: mainnet's density. */
export const COPIES = 2;
export const TABLES = ['account_slots', 'transactions', 'signatures', 'slots'];
/** Older partitions have locks and counts only. */
export const PARTITIONS_WITH_TRANSACTIONS = 31;

/**
 * `merged`: as merges leave a store that grew block by block. An old partition of locks or transactions is one part,
 * the newest a large one and many of a few blocks each, like the tables with one partition for weeks.
 * `unmerged`: every insert is a part, the worst case.
 */
export type Shape = 'merged' | 'unmerged';

export interface DataOptions {
  shape: Shape;
  partitions: number;
  /** File with the block that every slot is made from. */
  block: string;
}

/** Fills an empty store, and leaves one that was filled before as it is. */
export async function makeData(client: TestConnection, options: DataOptions): Promise<void> {
  const { shape, partitions, block } = options;
  if ((await numberOf(client, 'SELECT count() FROM slots')) > 1) return;
  await stopMerges(client, TABLES);
  await importBlock(client, block);
  for (let age = partitions - 1; age >= 0; age -= 1) {
    await makePartition(client, age, shape);
    process.stderr.write(`\rmaking data: ${partitions - age} of ${partitions} partitions`);
  }
  if (shape === 'unmerged')
    for (const table of ['signatures', 'slots']) await run(client, `OPTIMIZE TABLE ${table} FINAL`);
  process.stderr.write('\n');
}

/** @param age of the partition: 0 for the newest */
async function makePartition(client: TestConnection, age: number, shape: Shape): Promise<void> {
  const partition = NEWEST_PARTITION - age;
  const start = partition * PARTITION_SLOTS + RUN_START;
  const isNewest = age === 0;
  // Eight partitions of locks are one of transactions.
  const endsTransactions = (partition + 1) % 8 === 0;
  const tables = ['locks'];
  if (age < PARTITIONS_WITH_TRANSACTIONS) tables.splice(1, 0, 'transactions', 'signatures', 'slots');
  // Of the newest partition of a merged store the second half came a few blocks at a time.
  const lengths =
    shape === 'merged' && isNewest
      ? [SLOTS_AN_INSERT, SLOTS_AN_INSERT, ...shares(RUN_SLOTS - 2 * SLOTS_AN_INSERT, 6)]
      : Array.from({ length: INSERTS }, () => SLOTS_AN_INSERT);
  let from = start;
  for (const [at, slots] of lengths.entries()) {
    const params = { seed: REAL_SLOT, copies: COPIES, from, slots };
    for (const table of tables) {
      const sql = sqlFile(import.meta.url, `./make-${table}.sql`);
      await run(client, table === 'locks' ? accountSlotsOf(sql) : sql, params);
    }
    from += slots;
    if (shape !== 'merged') continue;
    if (at === (isNewest ? 1 : lengths.length - 1)) {
      await run(client, `OPTIMIZE TABLE account_slots PARTITION ${partition} FINAL`);
      if (age < PARTITIONS_WITH_TRANSACTIONS && (endsTransactions || isNewest))
        await mergeByPosition(client, start);
    }
  }
}

/** Merges the tables whose partitions are wider than those of the locks. */
async function mergeByPosition(client: TestConnection, slot: number): Promise<void> {
  await run(client, `OPTIMIZE TABLE transactions PARTITION ${Math.floor(slot / 262_144)} FINAL`);
  for (const table of ['signatures', 'slots'])
    await run(client, `OPTIMIZE TABLE ${table} PARTITION ${Math.floor(slot / 8_388_608)} FINAL`);
}

/** Cuts a number into shares of a size; the last may be smaller. */
function shares(total: number, size: number): number[] {
  const all: number[] = [];
  for (let left = total; left > 0; left -= size) all.push(Math.min(size, left));
  return all;
}

async function run(
  client: TestConnection,
  query: string,
  params: Record<string, unknown> = {},
): Promise<void> {
  await client.command({ query, query_params: params, clickhouse_settings: ONE_PART_AN_INSERT });
}

const ONE_PART_AN_INSERT = {
  max_insert_threads: '1',
  min_insert_block_size_rows: '20000000',
  min_insert_block_size_bytes: '4000000000',
  max_insert_block_size: '20000000',
} as const;
