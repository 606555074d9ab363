import { dexOfProgram, poolLabel, type SymbolOf, shortAddress } from '@tickscope/dex';
import type { components } from '@tickscope/schemas';
import type { TradedMarket } from '../transactions/find-transaction.js';

type Pool = components['schemas']['Pool'];

/** Each pool once, in the order in which the transaction came to them. */
export function poolsOf(markets: readonly TradedMarket[], symbolOf: SymbolOf): Pool[] {
  const pools = new Map<string, Pool>();
  for (const market of markets) if (!pools.has(market.pool)) pools.set(market.pool, poolOf(market, symbolOf));
  return [...pools.values()];
}

/** @param symbolOf how the mints are shown (`readSymbols`) */
export function poolOf({ pool, programId, mints }: TradedMarket, symbolOf: SymbolOf): Pool {
  const dexName = dexOfProgram(programId)?.name ?? shortAddress(programId);
  return { pool_address: pool, pool_label: poolLabel(mints, dexName, symbolOf), dex_name: dexName };
}
