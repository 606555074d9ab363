import { refreshHeat, sqlFile } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { numberOf, rowsOf } from '../support/rows.js';
import { freeGb, importBlock, REAL_SLOT, stopMerges } from '../support/tables.js';

/** Transactions of a slot: those of the real block more than twice. They make 27,700 locks, 2 billion in six hours. */
const TRANSACTIONS = 1_545;
/** Where slots are of 300 ms; the first of a bucket. */
export const FIRST_SLOT = 442_400_000;
export const SLOTS_AN_HOUR = 12_000;
const START_TIME = 1_788_220_800;
/** Some 14 million locks: a part of account_slots each, so that a partition (32,768 slots) has 64. */
const SLOTS_OF_PART = 512;
/** Slots whose transactions are there, to be listed by their signatures. */
const NEWEST_SLOTS = 64;

const sql = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
const SEED = sql('make-seed');
const LOCKS = sql('make-locks');
/** Statements that derive rows from the locks; a block is stored with its row in `slots`. */
const ROWS_OF_LOCKS = ['make-slot-heat', 'make-entries', 'make-slots'].map(sql);
const MAKE_TRANSACTIONS = sql('make-transactions');

/** Rows come in the order of the table and stay one part, however many they are; one thread keeps the order. */
const IN_ORDER = {
  max_threads: 1,
  max_insert_threads: '1',
  min_insert_block_size_rows: '1000000000',
  min_insert_block_size_bytes: '0',
  optimize_on_insert: 0 as const,
  optimize_aggregation_in_order: 1 as const,
};

/** Time that account_heat took, in the order in which the ingester makes it: bucket by bucket, behind the writer. */
export interface HeatCost {
  buckets: number;
  ms: number;
}

export interface MakeOptions {
  dataDir: string;
  /** It ends before less than this is free on the disk. */
  keepFreeGb: number;
  /** It ends with the part that it is at. */
  signal: AbortSignal;
}

/** How many slots are there; 0 in a new data folder. */
export async function madeSlots(client: TestConnection): Promise<number> {
  const newest = await numberOf(client, `SELECT max(slot) FROM slots WHERE slot >= ${FIRST_SLOT}`);
  return Math.max(0, newest + 1 - FIRST_SLOT);
}

/** Reads the block that all is made from; gives the locks of a slot. */
export async function makeSeed(client: TestConnection, path: string): Promise<number> {
  // Parts stay as they were inserted: a partition that is being filled, and the worst case of a whole one.
  await stopMerges(client, ['account_slots']);
  await importBlock(client, path);
  await client.command({ query: SEED, query_params: { seed: REAL_SLOT, transactions: TRANSACTIONS } });
  return numberOf(client, 'SELECT sum(length(locks)) FROM bench_seed');
}

/** Makes slots up to a count, and the heat of each bucket as it is closed. Gives why it ended before, or null. */
export async function makeSlots(
  client: TestConnection,
  to: number,
  { dataDir, keepFreeGb, signal }: MakeOptions,
  cost: HeatCost,
): Promise<string | null> {
  let made = await madeSlots(client);
  await dropUnfinished(client, FIRST_SLOT + made);
  // One core makes locks, the other what is made of those before.
  let behind = makeHeat(client, cost);
  let ended: string | null = null;
  const startedAt = performance.now();
  for (const first = made; made < to; ) {
    const free = freeGb(dataDir);
    if (signal.aborted) ended = 'it was stopped';
    else if (free < keepFreeGb) ended = `${free.toFixed(1)} GB were left on the disk`;
    if (ended !== null) break;
    // In step with the parts, wherever it was stopped.
    const slots = Math.min(SLOTS_OF_PART - (made % SLOTS_OF_PART), to - made);
    const part = { from: FIRST_SLOT + made, slots };
    await Promise.all([run(client, LOCKS, part), behind]);
    behind = finishPart(client, part, cost);
    made += slots;
    const aSecond = ((made - first) / (performance.now() - startedAt)) * 1_000;
    process.stderr.write(
      `making data: slot ${made} of ${to}, ${aSecond.toFixed(1)} a second, ${free.toFixed(1)} GB free\n`,
    );
  }
  await behind;
  return ended;
}

interface Part {
  from: number;
  slots: number;
}

async function finishPart(client: TestConnection, part: Part, cost: HeatCost): Promise<void> {
  for (const query of ROWS_OF_LOCKS) await run(client, query, part);
  await makeHeat(client, cost);
}

async function run(client: TestConnection, query: string, part: Part): Promise<void> {
  await client.command({
    query,
    query_params: { ...part, first: FIRST_SLOT, start_time: START_TIME, transactions: TRANSACTIONS },
    clickhouse_settings: IN_ORDER,
  });
}

/** Drops a part that a stopped run left unfinished: all of it is made again. */
async function dropUnfinished(client: TestConnection, from: number): Promise<void> {
  const parts = await rowsOf<[string]>(
    client,
    `SELECT DISTINCT _part FROM account_slots WHERE slot >= ${from}`,
  );
  for (const [part] of parts)
    await client.command({ query: `ALTER TABLE account_slots DROP PART '${part}'` });
}

async function makeHeat(client: TestConnection, cost: HeatCost): Promise<void> {
  for (let isMore = true; isMore; ) {
    const startedAt = performance.now();
    const refreshed = await refreshHeat(client, { settleSeconds: 0 });
    isMore = refreshed.isMore;
    if (refreshed.made.length === 0) continue;
    cost.buckets += refreshed.made.length;
    cost.ms += performance.now() - startedAt;
  }
}

/** Makes the newest buckets again, and nothing else meanwhile. */
export async function measureHeat(client: TestConnection, buckets: number): Promise<HeatCost> {
  await client.command({
    query: `DELETE FROM account_heat_buckets WHERE bucket > (SELECT max(bucket) FROM account_heat_buckets) - ${buckets} SETTINGS lightweight_deletes_sync = 2`,
  });
  const cost = { buckets: 0, ms: 0 };
  await makeHeat(client, cost);
  return cost;
}

/** Restores slots that an interrupted run had hidden. Returns the number of slots. */
export async function showAllSlots(client: TestConnection): Promise<number> {
  await client.command({ query: 'CREATE TABLE IF NOT EXISTS bench_slots AS slots' });
  for (const [to, from] of [
    ['slots', 'bench_slots'],
    ['bench_slots', 'slots'],
  ])
    await client.command({
      query: `INSERT INTO ${to} SELECT * FROM ${from} WHERE slot NOT IN (SELECT slot FROM ${to})`,
    });
  return madeSlots(client);
}

/**
 * Makes the chain end earlier: to every reader, a slot without its row in `slots` is not stored. The other tables keep
 * their rows, and what was derived from the remaining blocks stays valid, as their rows are unchanged.
 */
export async function showSlots(client: TestConnection, slots: number): Promise<void> {
  const last = FIRST_SLOT + slots - 1;
  await client.command({ query: 'TRUNCATE TABLE slots' });
  await client.command({ query: `INSERT INTO slots SELECT * FROM bench_slots WHERE slot <= ${last}` });
  await run(client, MAKE_TRANSACTIONS, { from: last + 1 - NEWEST_SLOTS, slots: NEWEST_SLOTS });
}
