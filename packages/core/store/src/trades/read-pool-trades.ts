import { firstIndex, groupBy } from '@tickscope/chain';
import type { TradesOfBlock } from '@tickscope/dex';
import type { Read } from '../query/index.js';
import type { PoolRange } from './pool-ranges.js';
import { POOL_BLOCKS, POOL_EVENTS, POOL_SWAPS, POOL_TIPS, POOL_TOKEN_LINKS } from './queries.js';
import { emptyBlock, isSwap } from './trade-rows.js';

/**
 * Returns for each pool, in its own range, the events of every stored block, including blocks without any: the pool's
 * swaps, attempts and liquidity changes, the tips next to its swaps, and the transfers that may link them. Runs five queries for all pools.
 * Results are held in memory: choose ranges of up to some ten thousand swaps in total.
 */
export async function readPoolTradesWith(
  read: Read,
  ranges: readonly PoolRange[],
): Promise<TradesOfBlock[][]> {
  if (ranges.length === 0) return [];
  const bounds = {
    from_slot: Math.min(...ranges.map(({ fromSlot }) => fromSlot)),
    to_slot: Math.max(...ranges.map(({ toSlot }) => toSlot)),
  };
  const [blockRows, trades, events, tips] = await Promise.all([
    read(POOL_BLOCKS, { ...bounds, ranges }),
    read(POOL_SWAPS, { ...bounds, ranges }),
    read(POOL_EVENTS, { ...bounds, ranges }),
    read(POOL_TIPS, { ...bounds, ranges }),
  ]);
  const slots = blockRows.map(({ slot }) => slot);
  const parts = ranges.map((range): Part => {
    const blocks = new Map<number, TradesOfBlock>();
    const first = firstIndex(slots.length, (at) => slots[at]! < range.fromSlot);
    for (let at = first; at < slots.length; at += 1) {
      if (slots[at]! > range.toSlot) break;
      blocks.set(slots[at]!, emptyBlock(blockRows[at]!));
    }
    return { range, blocks, mints: new Set() };
  });
  const partsOfPool = groupBy(parts, ({ range }): string => range.pool);

  for (const trade of trades) {
    for (const { blocks, mints } of partsOfPool.get(trade.pool) ?? []) {
      // Rows of a block that is being written, or whose writer died, do not count yet.
      const block = blocks.get(trade.slot);
      if (block === undefined) continue;
      if (isSwap(trade)) {
        mints.add(trade.mintIn).add(trade.mintOut);
        block.swaps.push(trade);
      } else block.attempts.push(trade);
    }
  }
  for (const event of events)
    for (const { blocks } of partsOfPool.get(event.pool) ?? [])
      blocks.get(event.slot)?.poolEvents.push(event);
  for (const tip of tips) for (const { blocks } of parts) blocks.get(tip.slot)?.tips.push(tip);
  const mints = parts.flatMap((part) =>
    [...part.mints].map((mint) => [mint, part.range.fromSlot, part.range.toSlot] as const),
  );
  const links = mints.length === 0 ? [] : await read(POOL_TOKEN_LINKS, { ranges, mints });
  for (const link of links)
    for (const part of parts)
      if (link.mint !== null && part.mints.has(link.mint)) part.blocks.get(link.slot)?.tokenLinks.push(link);
  return parts.map(({ blocks }) => [...blocks.values()]);
}

interface Part {
  range: PoolRange;
  blocks: Map<number, TradesOfBlock>;
  /** Mints that were swapped in it. */
  mints: Set<string>;
}
