import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import { LRUCache } from 'lru-cache';
import { perDatabase } from '../../caches/per-database.js';
import type { DayRange } from '../../coverage/index.js';
import type { Database, QueryContext } from '../../database.js';
import type { TradedMarket } from '../../transactions/find-transaction.js';

const POOL_MINTS = defineFileQuery(import.meta.url, './pool-mints.sql', {
  params: { pools: param.addressTexts, from: param.integer, to: param.integer },
  row: { pool: column.address, mints: column.list(column.address) },
});

/** The most pools whose pairs are looked up. */
const MOST_POOLS = 200;
/** A pool's pair never changes; those that were found are remembered for an hour. */
const knownOf = perDatabase(() => new LRUCache<Address, Address[]>({ max: 20_000, ttl: 3_600_000 }));
/** The newest slots are searched first. A pool without a trade in them has few rows to search through. */
const RECENT_SLOTS = 20_000;

/**
 * Returns a function that completes the market of a failed swap, which may not show what it would have
 * traded. Takes the pair from successful swaps in the same pool: by the wallet itself, else by anyone.
 *
 * @param markets those of the wallet's trades
 * @param range where to look for other swaps
 */
export async function readPairCompletion(
  database: Database,
  markets: readonly TradedMarket[],
  { fromSlot, toSlot }: DayRange,
  context: QueryContext,
): Promise<(market: TradedMarket) => TradedMarket> {
  const pairs = new Map<Address, Address[]>();
  for (const { pool, mints } of markets) if (mints.length > 1 && !pairs.has(pool)) pairs.set(pool, mints);
  const known = knownOf(database);
  const halves = new Set(markets.filter(isHalf).map(({ pool }) => pool));
  for (const pool of halves) {
    const pair = pairs.get(pool) ?? known.get(pool);
    if (pair !== undefined) pairs.set(pool, pair);
  }
  let unknown = [...halves].filter((pool) => !pairs.has(pool)).slice(0, MOST_POOLS);
  for (const from of [Math.max(fromSlot, toSlot - RECENT_SLOTS), fromSlot]) {
    if (unknown.length === 0) break;
    const rows = await database.rows(POOL_MINTS, { pools: unknown, from, to: toSlot }, context);
    for (const { pool, mints } of rows) {
      pairs.set(pool, mints);
      known.set(pool, mints);
    }
    unknown = unknown.filter((pool) => !pairs.has(pool));
  }
  return (market) => (isHalf(market) ? { ...market, mints: pairs.get(market.pool) ?? market.mints } : market);
}

function isHalf({ mints }: TradedMarket): boolean {
  return mints.length < 2;
}
