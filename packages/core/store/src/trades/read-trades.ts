import type { TradesOfBlock } from '@tickscope/dex';
import { LIVE_MAX_SPAN } from '@tickscope/sandwich';
import type { ReadConnection } from '../connection/read-connection.js';
import type { Read } from '../query/index.js';
import { readWith } from '../query/index.js';
import { READ_BLOCKS, READ_POOL_EVENTS, READ_SWAPS, READ_TIPS, READ_TOKEN_LINKS } from './queries.js';
import { emptyBlock, isSwap } from './trade-rows.js';

export interface TradesOf {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** Base58; absent: all pools. With pools, only token links of the mints they swapped are returned. */
  pools?: readonly string[];
}

/**
 * Returns the DEX events of every stored block of a slot range, including blocks without trades, as
 * `extractBlockTrades` produced them when the block was written. Token links are limited to mints that were bought in
 * the range, or before it within the span of a sandwich; with pools, tips to those next to their swaps. Results are held in memory: choose ranges of up to about a
 * thousand slots for all pools.
 */
export async function readTrades(
  read: ReadConnection,
  { timeoutMs, ...range }: TradesOf & { timeoutMs: number },
): Promise<TradesOfBlock[]> {
  return readTradesWith(readWith(read, { timeoutMs }), range);
}

/** Like `readTrades`, through the caller's reader. */
export async function readTradesWith(read: Read, range: TradesOf): Promise<TradesOfBlock[]> {
  const { fromSlot, toSlot, pools = [] } = range;
  const slots = { from_slot: fromSlot, to_slot: toSlot };
  const ranges = pools.map((pool) => ({ pool, fromSlot, toSlot }));
  const [blockRows, trades, events, tips] = await Promise.all([
    read(READ_BLOCKS, { ...slots, ranges: [] }),
    read(READ_SWAPS, { ...slots, ranges }),
    read(READ_POOL_EVENTS, { ...slots, ranges }),
    read(READ_TIPS, { ...slots, ranges }),
  ]);
  const blocks = new Map<number, TradesOfBlock>();
  for (const row of blockRows) blocks.set(row.slot, emptyBlock(row));
  const mints = new Set<string>();
  for (const trade of trades) {
    const block = blocks.get(trade.slot);
    // Rows of a block that is being written, or whose writer died, do not count yet.
    if (block === undefined) continue;
    if (isSwap(trade)) {
      mints.add(trade.mintIn).add(trade.mintOut);
      block.swaps.push(trade);
    } else block.attempts.push(trade);
  }
  for (const event of events) blocks.get(event.slot)?.poolEvents.push(event);
  for (const tip of tips) blocks.get(tip.slot)?.tips.push(tip);
  if (blocks.size > 0 && (pools.length === 0 || mints.size > 0)) {
    const links = await read(READ_TOKEN_LINKS, {
      ...slots,
      mints: pools.length === 0 ? [] : [...mints],
      bought_from_slot: Math.max(0, fromSlot - LIVE_MAX_SPAN),
    });
    for (const link of links) blocks.get(link.slot)?.tokenLinks.push(link);
  }
  return [...blocks.values()];
}
