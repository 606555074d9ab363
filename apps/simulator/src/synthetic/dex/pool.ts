import type { Account, Mint } from '../account.js';
import type { AccountUse, LamportMove, TokenMove } from '../plan.js';
import type { Curve, Fill } from './curve.js';
import type { PoolJournal } from './journal.js';

export type DexName = 'raydium_v4' | 'raydium_cpmm' | 'orca_whirlpool' | 'pump_fun' | 'pump_swap';

export const DEX_NAMES: readonly DexName[] = [
  'raydium_v4',
  'raydium_cpmm',
  'orca_whirlpool',
  'pump_fun',
  'pump_swap',
];

/** A pool of the generated chain: its accounts, and the curve that its price comes from. */
export interface Pool {
  dex: Dex;
  account: Account;
  baseMint: Mint;
  quoteMint: Mint;
  baseVault: Account;
  /** A Pump.fun curve holds native SOL: the curve itself. */
  quoteVault: Account;
  /** Whether the quote leg is lamports rather than tokens. */
  isNative: boolean;
  /** Accounts that the program's instructions name besides, by their published names. */
  accounts: Readonly<Record<string, Account>>;
  /** Whether the program orders the quote token before the base token. */
  isQuoteFirst: boolean;
  /** Which form of the instruction this pool's users call, where there are several. */
  variant: number;
  curve: Curve;
  /** Kept while somebody needs to know what happened in the pool. */
  journal: PoolJournal | null;
  /** Until when planted patterns leave the pool alone. */
  reservedUntilSlot: number;
}

/** Who swaps, and through which accounts. */
export interface Party {
  /** Signs the transaction, and holds the lamports of native legs. */
  wallet: Account;
  /** Moves the tokens: the wallet, or a program's address. */
  authority: Account;
  isAuthoritySigner: boolean;
  base: Account;
  /** `null` where the quote leg is native. */
  quote: Account | null;
}

/** A call to a DEX program and what it moves, before it stands anywhere in a transaction. */
export interface SwapCall {
  program: Account;
  uses: AccountUse[];
  data: Buffer;
  /** Calls that it makes itself, in order. */
  inner: SwapInner[];
  tokenMoves: TokenMove[];
  lamportMoves: LamportMove[];
}

export interface SwapInner {
  program: Account;
  accounts: Account[];
  data: Uint8Array;
}

export interface SwapCallRequest {
  pool: Pool;
  fill: Fill;
  party: Party;
  /** The exact-out form, where the program has one. */
  isExactOut: boolean;
  /** The least out (exact in) or the most in (exact out) that the trader takes. */
  limit: bigint;
  /** What the trader asked to spend: the fill may have used a few units less. */
  amountIn: bigint;
  /** Unix seconds. */
  time: number;
}

/** A DEX program: how its swap instructions look. */
export interface Dex {
  name: DexName;
  program: Account;
  /** What the program logs when it swaps. */
  logName: string;
  slippageErrorCode(isBuy: boolean): number;
  computeUnits: number;
  swapCall(request: SwapCallRequest): SwapCall;
}
