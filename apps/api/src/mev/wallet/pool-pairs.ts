import { sqlFile, tuples } from '@tickscope/store';
import type { Database } from '../../database/database.js';
import type { QueryContext } from '../../request-context.js';
import type { DayRange } from '../../slot-coverage/day-range.js';
import type { TradedMarket } from '../../transactions/find-transaction.js';

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const NEAR_POOL_MINTS = query('near-pool-mints');
const POOL_MINTS = query('pool-mints');

/** Pools whose pair is looked up. */
const MOST_POOLS = 200;
/** Either side of a trade: a pool that nobody traded in so long has little to be looked through. */
const NEAR_SLOTS = 200;

interface Trade {
  slot: number;
  markets: TradedMarket[];
}

/**
 * Completes the markets of failed swaps, which may not show what they would have traded, by what was traded in the same
 * pool otherwise: by the wallet itself, else by anybody.
 */
export async function withPairs(
  database: Database,
  trades: readonly Trade[],
  { fromSlot, toSlot }: DayRange,
  context: QueryContext,
): Promise<void> {
  const markets = trades.flatMap((trade) => trade.markets);
  const pairs = new Map<string, string[]>();
  for (const { pool, mints } of markets) if (mints.length > 1 && !pairs.has(pool)) pairs.set(pool, mints);
  const tried = new Map<string, number>();
  for (const { slot, markets: own } of trades)
    for (const { pool, mints } of own)
      if (mints.length < 2 && !pairs.has(pool) && tried.size < MOST_POOLS) tried.set(pool, slot);
  if (tried.size > 0) {
    const ranges = [...tried].map(([pool, slot]) => [
      pool,
      Math.max(0, slot - NEAR_SLOTS),
      slot + NEAR_SLOTS,
    ]);
    await addPairs(database, NEAR_POOL_MINTS, { ranges: tuples(ranges) }, pairs, context);
  }
  const quiet = [...tried.keys()].filter((pool) => !pairs.has(pool));
  if (quiet.length > 0)
    await addPairs(database, POOL_MINTS, { pools: quiet, from: fromSlot, to: toSlot }, pairs, context);
  for (const market of markets)
    if (market.mints.length < 2) market.mints = pairs.get(market.pool) ?? market.mints;
}

async function addPairs(
  database: Database,
  pairsOfPools: typeof POOL_MINTS,
  params: Record<string, unknown>,
  pairs: Map<string, string[]>,
  context: QueryContext,
): Promise<void> {
  for (const [pool, mints] of await database.rows<[string, string[]]>(pairsOfPools, params, context))
    pairs.set(pool, mints);
}
