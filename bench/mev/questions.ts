import { toBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { rowsOf } from '../support/rows.js';
import { BASE_SLOT, BLOCKS_A_DAY, BLOCKS_IN_ALL, slotOfBlock, zonesOf } from './shape.js';

const LONG_VICTIMS = sqlFile(import.meta.url, './long-victims.sql');

/** A transaction to ask about. */
export interface Asked {
  signature: string;
  slot: number;
  blockIndex: number;
  /** Hex. */
  pool: string;
}

const SAMPLED_BLOCKS = 4_000;

/**
 * Transactions of the last four days, in no order: of ten, five are victims of stored sandwiches and one of a sandwich too
 * long to be stored. With equal parameters always the same ones.
 *
 * @param swaps as many as were made
 */
export async function chooseTransactions(
  client: TestConnection,
  total: number,
  swaps: number,
): Promise<Asked[]> {
  const first = BLOCKS_IN_ALL - 4 * BLOCKS_A_DAY + 2_000;
  const step = Math.floor((4 * BLOCKS_A_DAY - 4_000) / SAMPLED_BLOCKS);
  // Also of the small data sets, in which only every so manieth block has swaps.
  const slots = Array.from({ length: SAMPLED_BLOCKS }, (_, at) =>
    slotOfBlock(Math.floor((first + at * step) / 100) * 100),
  );
  const half = Math.ceil(total / 2);
  const long = Math.floor(total / 10);
  type Row = [signature: string, slot: string, blockIndex: number, pool: string];
  const read = (query: string, params = {}) => rowsOf<Row>(client, query, params);
  const victims = await read(
    `SELECT hex(signature), slot, block_index, hex(pool) FROM sandwich_legs
     WHERE slot BETWEEN ${slots[0]} AND ${slots.at(-1)} AND role = 'victim' AND outer_index = 2
       AND (first_slot, bracket_id) IN (SELECT first_slot, bracket_id FROM sandwiches WHERE confidence = 'exact')
     ORDER BY sipHash64(slot, block_index) LIMIT ${half}`,
  );
  const others = await read(
    `SELECT hex(signature), slot, block_index, hex(markets[1].pool) FROM transactions
     WHERE slot IN (${[...new Set(slots)].join(',')}) AND success
     ORDER BY sipHash64(slot, block_index) LIMIT ${total - half - long}`,
  );
  const dense = zonesOf(swaps)[1]!;
  const hundreds = Math.floor(dense.swaps / 100);
  const longVictims = await read(LONG_VICTIMS, {
    base_slot: BASE_SLOT,
    zone_block: dense.firstBlock,
    swaps_per_slot: dense.swapsPerSlot,
    stride: dense.stride,
    first: Math.ceil(hundreds * 0.3),
    hundreds: Math.floor(hundreds * 0.69),
    limit: long,
  });
  // Small data sets have few of them.
  if (victims.length + others.length < 0.8 * total)
    throw new Error(`only ${victims.length} victims and ${others.length} others to ask about`);
  const whole = [victims, [...longVictims, ...others].sort((one, other) => (one[0] < other[0] ? -1 : 1))];
  return Array.from({ length: half }, (_, at) => whole.flatMap((some) => some.slice(at, at + 1)))
    .flat()
    .map(([signature, slot, blockIndex, pool]) => ({
      signature: toBase58(Buffer.from(signature, 'hex')),
      slot: Number(slot),
      blockIndex,
      pool,
    }));
}
