import { toBase58 } from '@tickscope/chain';
import { type ClickHouseClient, queryRows } from '@tickscope/store';
import { BLOCKS_A_DAY, BLOCKS_IN_ALL, slotOfBlock } from './shape.js';

/** A transaction to ask about. */
export interface Asked {
  signature: string;
  slot: number;
  blockIndex: number;
  /** Hex. */
  pool: string;
}

const TIMEOUT = { timeoutMs: 120_000 };
const SAMPLED_BLOCKS = 4_000;

/**
 * Transactions of the last four days, half of them victims of stored brackets, in no order: with equal parameters always
 * the same ones.
 */
export async function chooseTransactions(client: ClickHouseClient, total: number): Promise<Asked[]> {
  const first = BLOCKS_IN_ALL - 4 * BLOCKS_A_DAY + 2_000;
  const step = Math.floor((4 * BLOCKS_A_DAY - 4_000) / SAMPLED_BLOCKS);
  // Also of the small data sets, in which only every so manieth block has swaps.
  const slots = Array.from({ length: SAMPLED_BLOCKS }, (_, at) =>
    slotOfBlock(Math.floor((first + at * step) / 100) * 100),
  );
  const half = Math.ceil(total / 2);
  type Row = [signature: string, slot: string, blockIndex: number, pool: string];
  const read = (query: string) => queryRows<Row>(client, query, TIMEOUT);
  const victims = await read(
    `SELECT hex(signature), slot, block_index, hex(pool) FROM sandwich_legs
     WHERE slot BETWEEN ${slots[0]} AND ${slots.at(-1)} AND role = 'victim' AND confidence = 'exact' AND outer_index = 2
     ORDER BY sipHash64(slot, block_index) LIMIT ${half}`,
  );
  const others = await read(
    `SELECT hex(signature), slot, block_index, hex(markets[1].pool) FROM transactions
     WHERE slot IN (${[...new Set(slots)].join(',')}) AND success
     ORDER BY sipHash64(slot, block_index) LIMIT ${total - half}`,
  );
  if (victims.length + others.length < total)
    throw new Error(`only ${victims.length} victims and ${others.length} others to ask about`);
  return victims
    .flatMap((victim, at) => [victim, ...(others[at] === undefined ? [] : [others[at]])])
    .map(([signature, slot, blockIndex, pool]) => ({
      signature: toBase58(Buffer.from(signature, 'hex')),
      slot: Number(slot),
      blockIndex,
      pool,
    }));
}
