import { existsSync } from 'node:fs';
import { importFile } from '@tickscope/ingest';
import {
  BlockWriter,
  type ClickHouseClient,
  queryRows,
  refreshHeat,
  sqlFile,
  writeGaps,
} from '@tickscope/store';

const SEED_SLOT = 254_170_887;
/** With two copies of the block in a slot, 1,204 transactions: mainnet's density. */
const COPIES = 2;
/** Where slots are of 300 ms; the first of a bucket. */
export const FIRST_SLOT = 442_400_000;
export const SLOTS_AN_HOUR = 12_000;
const START_TIME = 1_788_220_800;
const SLOTS_OF_BATCH = 64;

const sql = (name: string): string => sqlFile(import.meta.url, `./${name}.sql`);
const SEED = sql('make-seed');
const BATCH = sql('make-batch');
const ROWS = ['make-locks', 'make-account-slots', 'make-slot-heat', 'make-slots'].map(sql);
const TRANSACTIONS = sql('make-transactions');

/** Time that account_heat took, in the order in which the ingester makes it: bucket by bucket, behind the writer. */
export interface HeatCost {
  buckets: number;
  ms: number;
}

/** How many slots are there; 0 in a new data folder. */
export async function madeSlots(client: ClickHouseClient): Promise<number> {
  const [row] = await queryRows<[string]>(client, `SELECT max(slot) FROM slots WHERE slot >= ${FIRST_SLOT}`, {
    timeoutMs: 60_000,
  });
  return Math.max(0, Number(row?.[0] ?? 0) + 1 - FIRST_SLOT);
}

export async function makeSeed(client: ClickHouseClient, path: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`${path} is not there: the data is made from that block`);
  await importFile(path, {
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client, gaps),
  });
  await client.command({ query: SEED, query_params: { seed: SEED_SLOT } });
}

/** Makes slots up to a count, and the heat of each bucket as it is closed. */
export async function makeSlots(client: ClickHouseClient, to: number, cost: HeatCost): Promise<void> {
  for (let made = await madeSlots(client); made < to; made += SLOTS_OF_BATCH) {
    const slots = Math.min(SLOTS_OF_BATCH, to - made);
    const params = {
      ...{ from: FIRST_SLOT + made, slots, copies: COPIES },
      ...{ first: FIRST_SLOT, start_time: START_TIME },
    };
    await client.command({ query: BATCH, query_params: params });
    if (made + slots >= to) await client.command({ query: TRANSACTIONS, query_params: params });
    for (const query of ROWS) await client.command({ query, query_params: params });
    await makeHeat(client, cost);
    process.stderr.write(`\rmaking data: slot ${made + slots} of ${to}`);
  }
  process.stderr.write('\n');
}

async function makeHeat(client: ClickHouseClient, cost: HeatCost): Promise<void> {
  for (let isMore = true; isMore; ) {
    const startedAt = performance.now();
    const refreshed = await refreshHeat(client, { settleSeconds: 0 });
    isMore = refreshed.isMore;
    if (refreshed.made.length === 0) continue;
    cost.buckets += refreshed.made.length;
    cost.ms += performance.now() - startedAt;
  }
}
