import { createWriteStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { importFile } from '@tickscope/pipeline';
import { BlockWriter, sqlFile, writeGaps } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { TABLES } from './peer.js';

/** Locks of dense blocks, as bench/trade-context makes them from this one, which it names by its slot. */
const SEED_SLOT = 254_170_887;
const PARTITION_SLOTS = 32_768;
const FIRST_PARTITION = 9_156;
export const LOCK_PARTITIONS = 4;
const INSERTS = 4;
const SLOTS_PER_INSERT = 57;
export const LOCK_SLOTS = INSERTS * SLOTS_PER_INSERT;
/** Swaps and sandwiches, as bench/mev makes them. */
export const SWAP_BASE_SLOT = 288_000_000;
const SWAPS_PER_SLOT = 40;
const SWAPS_PER_INSERT = 400_000;

export const lockSlotsFrom = (partition: number): number =>
  (FIRST_PARTITION + partition) * PARTITION_SLOTS + 1_000;

/** Fills the product's tables inside ClickHouse. Data that is there is left as it is. */
export async function makeData(client: TestConnection, block: string, swaps: number): Promise<void> {
  const [row] = await client.read.queryRows<[string]>('SELECT count() FROM swaps', { timeoutMs: 60_000 });
  if (Number(row?.[0]) >= swaps) return;
  if (!existsSync(block)) throw new Error(`${block} is not there: the data is made from that block`);
  await importFile(block, {
    writer: new BlockWriter(client),
    writeGaps: (gaps) => writeGaps(client.write, gaps),
  });
  for (let partition = 0; partition < LOCK_PARTITIONS; partition += 1)
    for (let part = 0; part < INSERTS; part += 1) {
      const from = lockSlotsFrom(partition) + part * SLOTS_PER_INSERT;
      for (const table of ['locks', 'transactions', 'signatures', 'account-slots', 'slots'])
        await run(client, sqlFile(import.meta.url, `../trade-context/make-${table}.sql`), {
          ...{ seed: SEED_SLOT, copies: 2, from, slots: SLOTS_PER_INSERT },
        });
    }
  const mev = (name: string): string => sqlFile(import.meta.url, `../mev/${name}.sql`);
  await run(client, mev('flow-table'));
  for (let first = 0; first < swaps; first += SWAPS_PER_INSERT) {
    await run(client, mev('fill-background'), {
      ...{ first, count: SWAPS_PER_INSERT, zone_block: 0, swaps_per_slot: SWAPS_PER_SLOT, stride: 1 },
      base_slot: SWAP_BASE_SLOT,
    });
    for (const table of ['swaps', 'swaps-by-trader', 'transactions', 'signatures', 'legs', 'legs-by-trader'])
      await run(client, mev(`make-${table}`), { transactions_from: 0 });
    await run(client, 'TRUNCATE TABLE bench_flow');
  }
  await run(client, 'DROP TABLE bench_flow');
}

/** Keys as bytes in Parquet, and as PostgreSQL's text of them in CSV; each file in the order of its table's key. */
export async function exportData(client: TestConnection, folder: string): Promise<void> {
  for (const table of TABLES) {
    const sql = sqlFile(import.meta.url, `./sql/export/${table}.sql`);
    const asIs = sql.replaceAll(/\{(\w+)\}/g, '$1');
    const asText = sql.replaceAll(/\{(\w+)\}/g, "if($1 IS NULL, NULL, concat('\\\\x', lower(hex($1))))");
    for (const [query, ending] of [
      [`${asIs} FORMAT Parquet`, 'parquet'],
      [`${asText} FORMAT CSV`, 'csv'],
    ] as const) {
      const { stream } = await client.exec({ query });
      await pipeline(stream, createWriteStream(join(folder, `${table}.${ending}`)));
    }
  }
}

async function run(
  client: TestConnection,
  query: string,
  params: Record<string, unknown> = {},
): Promise<void> {
  await client.command({ query, query_params: params });
}
