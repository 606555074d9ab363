import type { TradesOfBlock } from '@tickscope/dex';
import { LIVE_MAX_SPAN } from '@tickscope/sandwich';
import type { ClickHouseClient } from '../client.js';
import { type QueryOptions, queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { tuples } from '../tuples.js';
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

export const READ_BLOCKS = sqlFile(import.meta.url, './read-blocks.sql');
export const READ_SWAPS = sqlFile(import.meta.url, './read-swaps.sql');
export const READ_POOL_EVENTS = sqlFile(import.meta.url, './read-pool-events.sql');
const READ_TOKEN_LINKS = sqlFile(import.meta.url, './read-token-links.sql');

export interface TradesOf {
  fromSlot: number;
  /** Inclusive. */
  toSlot: number;
  /** Base58; absent: all pools. With pools, only token links of the mints they swapped are returned. */
  pools?: readonly string[];
}

export interface TradesRange extends TradesOf {
  timeoutMs: number;
  signal?: AbortSignal;
  logComment?: string;
}

/** Runs a named read like `queryRows`. The caller sets the deadline. */
export type NamedRead = <Row extends readonly unknown[]>(
  name: string,
  sql: string,
  params: Record<string, unknown>,
) => Promise<Row[]>;

/**
 * Returns the DEX events of every stored block of a slot range, including blocks without trades, as
 * `extractBlockTrades` produced them when the block was written. Token links are limited to mints that were bought in
 * the range, or before it within the span of a sandwich. Results are held in memory: choose ranges of up to about a
 * thousand slots for all pools.
 */
export async function readTrades(client: ClickHouseClient, range: TradesRange): Promise<TradesOfBlock[]> {
  const { timeoutMs, signal, logComment, ...trades } = range;
  const options = {
    timeoutMs,
    ...(signal === undefined ? {} : { signal }),
    ...(logComment === undefined ? {} : { logComment }),
  };
  return readTradesWith(readWith(client, options), trades);
}

/** A `NamedRead` that queries a client directly. */
export function readWith(client: ClickHouseClient, options: Omit<QueryOptions, 'params'>): NamedRead {
  return (_name, sql, params) => queryRows(client, sql, { params, ...options });
}

/** Like `readTrades`, through the caller's reader. */
export async function readTradesWith(read: NamedRead, range: TradesOf): Promise<TradesOfBlock[]> {
  const { fromSlot, toSlot, pools = [] } = range;
  const slots = { from_slot: fromSlot, to_slot: toSlot };
  const ranges = tuples(pools.map((pool) => [pool, fromSlot, toSlot]));
  const [blockRows, swapRows, eventRows] = await Promise.all([
    read<BlockRow>('read-blocks', READ_BLOCKS, { ...slots, spans: [] }),
    read<SwapRow>('read-swaps', READ_SWAPS, { ...slots, ranges }),
    read<PoolEventRow>('read-pool-events', READ_POOL_EVENTS, { ...slots, ranges }),
  ]);
  const blocks = new Map<number, TradesOfBlock>();
  for (const row of blockRows) blocks.set(Number(row[0]), emptyBlock(row));
  const mints = new Set<string>();
  const readText = sharedTexts();
  for (const row of swapRows) {
    const block = blocks.get(Number(row[1]));
    // Rows of a block that is being written, or whose writer died, do not count yet.
    if (block === undefined) continue;
    if (row[0]) {
      const swap = toSwap(row, readText);
      mints.add(swap.mintIn).add(swap.mintOut);
      block.swaps.push(swap);
    } else block.attempts.push(toAttempt(row, readText));
  }
  for (const row of eventRows) blocks.get(Number(row[0]))?.poolEvents.push(toPoolEvent(row));
  if (blocks.size > 0 && (pools.length === 0 || mints.size > 0)) {
    const linkRows = await read<TokenLinkRow>('read-token-links', READ_TOKEN_LINKS, {
      ...slots,
      mints: pools.length === 0 ? [] : [...mints],
      bought_from_slot: Math.max(0, fromSlot - LIVE_MAX_SPAN),
    });
    for (const row of linkRows) blocks.get(Number(row[0]))?.tokenLinks.push(toTokenLink(row));
  }
  return [...blocks.values()];
}
