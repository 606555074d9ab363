import { dexOfProgram, poolLabel, type SymbolOf, shortAddress } from '@tickscope/dex';

/** A pool as answers name it. */
export type Pool = ReturnType<typeof poolOf>;

/** A pool that was traded in, and what in it: from the tables (`TradedMarket`), or from a leg that detection found. */
export interface Market {
  pool: string;
  programId: string;
  mints: readonly string[];
}

/** Each pool once, in the order in which the transaction used them. */
export function poolsOf(markets: readonly Market[], describe: (market: Market) => Pool): Pool[] {
  const pools = new Map<string, Pool>();
  for (const market of markets) if (!pools.has(market.pool)) pools.set(market.pool, describe(market));
  return [...pools.values()];
}

/** Like `poolOf`, for many trades: remembers descriptions, so that each market is described once. */
export function rememberedPoolOf(symbolOf: SymbolOf): (market: Market) => Pool {
  const known = new Map<string, { market: Market; pool: Pool }>();
  return (market) => {
    const before = known.get(market.pool);
    if (before !== undefined && isSameMarket(before.market, market)) return before.pool;
    const pool = poolOf(market, symbolOf);
    known.set(market.pool, { market, pool });
    return pool;
  };
}

/** The same pool and pair, in either direction. */
function isSameMarket(one: Market, other: Market): boolean {
  return (
    one.programId === other.programId &&
    one.mints.length === other.mints.length &&
    one.mints.every((mint) => other.mints.includes(mint)) &&
    other.mints.every((mint) => one.mints.includes(mint))
  );
}

/** @param symbolOf displays a mint (`readSymbols`) */
export function poolOf({ pool, programId, mints }: Market, symbolOf: SymbolOf) {
  const dexName = dexOfProgram(programId)?.name ?? shortAddress(programId);
  return { pool_address: pool, pool_label: poolLabel(mints, dexName, symbolOf), dex_name: dexName };
}
