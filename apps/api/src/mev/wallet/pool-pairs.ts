import { sqlFile } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import type { QueryContext } from '../../request-context.js';
import type { DayRange } from '../../slot-coverage/day-range.js';
import type { TradedMarket } from '../../transactions/find-transaction.js';

const POOL_MINTS = { name: 'pool-mints', sql: sqlFile(import.meta.url, './pool-mints.sql') };

/** The most pools whose pairs are looked up. */
const MOST_POOLS = 200;
/** The newest slots are searched first. A pool without a trade in them has few rows to search through. */
const RECENT_SLOTS = 20_000;

/**
 * Completes the markets of failed swaps, which may not show what they would have traded. Takes the pair from
 * successful swaps in the same pool: by the wallet itself, else by anyone.
 */
export async function withPairs(
  database: Database,
  trades: readonly { markets: TradedMarket[] }[],
  { fromSlot, toSlot }: DayRange,
  context: QueryContext,
): Promise<void> {
  const markets = trades.flatMap((trade) => trade.markets);
  const pairs = new Map<string, string[]>();
  for (const { pool, mints } of markets) if (mints.length > 1 && !pairs.has(pool)) pairs.set(pool, mints);
  const halves = markets.filter(({ mints }) => mints.length < 2);
  let unknown = [...new Set(halves.map(({ pool }) => pool))].filter((pool) => !pairs.has(pool));
  unknown = unknown.slice(0, MOST_POOLS);
  for (const from of [Math.max(fromSlot, toSlot - RECENT_SLOTS), fromSlot]) {
    if (unknown.length === 0) break;
    const params = { pools: unknown, from, to: toSlot };
    for (const [pool, mints] of await database.rows<[string, string[]]>(POOL_MINTS, params, context))
      pairs.set(pool, mints);
    unknown = unknown.filter((pool) => !pairs.has(pool));
  }
  for (const market of halves) market.mints = pairs.get(market.pool) ?? market.mints;
}
