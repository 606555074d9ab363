import type { PoolKind } from '@tickscope/dex';

/**
 * Mint that all pools are quoted in. Native or wrapped SOL: both are this mint (see the type `SwapAccount` of the dex
 * package).
 */
export const SOL = 'So11111111111111111111111111111111111111112';

/** How a program prices a trade; the arithmetic of each is in `fill.ts`. */
export type Pricing = 'raydium_v4' | 'cpmm' | 'pump_swap';

export interface FlowProgram {
  programId: string;
  dexName: string;
  poolKind: PoolKind;
  pricing: Pricing;
}

export const PROGRAMS = {
  raydiumV4: {
    programId: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
    dexName: 'Raydium AMM v4',
    poolKind: 'constant_product',
    pricing: 'raydium_v4',
  },
  cpmm: {
    programId: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
    dexName: 'Raydium CPMM',
    poolKind: 'constant_product',
    pricing: 'cpmm',
  },
  pumpSwap: {
    programId: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
    dexName: 'PumpSwap',
    poolKind: 'constant_product',
    pricing: 'pump_swap',
  },
} as const satisfies Record<string, FlowProgram>;

/** The reserves from which the program computes its price, which differ from the vault balances. */
export interface Reserves {
  base: bigint;
  quote: bigint;
}

export type Side = 'buy' | 'sell';

export interface FlowPool extends Reserves {
  program: FlowProgram;
  address: string;
  /** The traded token. */
  baseMint: string;
  baseVault: string;
  quoteVault: string;
  /** The price to which honest flow returns: quote per base unit. */
  anchorPrice: number;
}

export const priceOf = (pool: Reserves): number => Number(pool.quote) / Number(pool.base);
