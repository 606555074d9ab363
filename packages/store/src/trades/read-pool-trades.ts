import type { TradesOfBlock } from '@tickscope/dex';
import { sqlFile } from '../sql-file.js';
import { tuples } from '../tuples.js';
import { type NamedRead, READ_BLOCKS, READ_POOL_EVENTS, READ_SWAPS } from './read-trades.js';
import {
  type BlockRow,
  emptyBlock,
  type PoolEventRow,
  type SwapRow,
  sharedTexts,
  type TokenLinkRow,
  toAttempt,
  toPoolEvent,
  toSwap,
  toTokenLink,
} from './trade-rows.js';

const POOL_TOKEN_LINKS = sqlFile(import.meta.url, './pool-token-links.sql');

/** A pool and a slot range, both ends included. */
export interface PoolRange {
  /** Base58. */
  pool: string;
  fromSlot: number;
  toSlot: number;
}

/**
 * Returns for each pool, in its own range, the events of every stored block, including blocks without any: the pool's
 * swaps, attempts and liquidity changes, and the transfers that may link its swaps. Runs four queries for all pools.
 * Results are held in memory: choose ranges of up to some ten thousand swaps in total.
 */
export async function readPoolTradesWith(
  read: NamedRead,
  ranges: readonly PoolRange[],
): Promise<TradesOfBlock[][]> {
  if (ranges.length === 0) return [];
  const bounds = {
    from_slot: Math.min(...ranges.map(({ fromSlot }) => fromSlot)),
    to_slot: Math.max(...ranges.map(({ toSlot }) => toSlot)),
  };
  const pools = tuples(ranges.map(({ pool, fromSlot, toSlot }) => [pool, fromSlot, toSlot]));
  const spans = tuples(ranges.map(({ fromSlot, toSlot }) => [fromSlot, toSlot]));
  const [blockRows, swapRows, eventRows] = await Promise.all([
    read<BlockRow>('pool-blocks', READ_BLOCKS, { ...bounds, spans }),
    read<SwapRow>('pool-swaps', READ_SWAPS, { ...bounds, ranges: pools }),
    read<PoolEventRow>('pool-events', READ_POOL_EVENTS, { ...bounds, ranges: pools }),
  ]);
  const slots = blockRows.map(([slot]) => Number(slot));
  const parts = ranges.map((range): Part => {
    const blocks = new Map<number, TradesOfBlock>();
    for (let at = firstAtOrAfter(slots, range.fromSlot); at < slots.length; at += 1) {
      if (slots[at]! > range.toSlot) break;
      blocks.set(slots[at]!, emptyBlock(blockRows[at]!));
    }
    return { range, blocks, mints: new Set() };
  });
  const partsOfPool = new Map<string, Part[]>();
  for (const part of parts)
    partsOfPool.set(part.range.pool, [...(partsOfPool.get(part.range.pool) ?? []), part]);

  const shared = sharedTexts();
  for (const row of swapRows) {
    const swap = row[0] ? toSwap(row, shared) : null;
    const attempt = swap === null ? toAttempt(row, shared) : null;
    for (const { blocks, mints } of partsOfPool.get(row[6]) ?? []) {
      // Rows of a block that is being written, or whose writer died, do not count yet.
      const block = blocks.get(Number(row[1]));
      if (block === undefined) continue;
      if (attempt !== null) block.attempts.push(attempt);
      if (swap === null) continue;
      mints.add(swap.mintIn).add(swap.mintOut);
      block.swaps.push(swap);
    }
  }
  for (const row of eventRows)
    for (const { blocks } of partsOfPool.get(row[5]) ?? [])
      blocks.get(Number(row[0]))?.poolEvents.push(toPoolEvent(row));
  await readLinks(read, parts, pools);
  return parts.map(({ blocks }) => [...blocks.values()]);
}

interface Part {
  range: PoolRange;
  blocks: Map<number, TradesOfBlock>;
  /** Mints that were swapped in it. */
  mints: Set<string>;
}

async function readLinks(read: NamedRead, parts: readonly Part[], ranges: unknown): Promise<void> {
  const mints = parts.flatMap((part) =>
    [...part.mints].map((mint) => [mint, part.range.fromSlot, part.range.toSlot] as const),
  );
  if (mints.length === 0) return;
  const params = { ranges, mints: tuples(mints) };
  for (const row of await read<TokenLinkRow>('pool-token-links', POOL_TOKEN_LINKS, params)) {
    const link = toTokenLink(row);
    for (const part of parts) if (part.mints.has(row[6])) part.blocks.get(link.slot)?.tokenLinks.push(link);
  }
}

/** Index of the first element at or above `least` in a sorted list. */
function firstAtOrAfter(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
