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

/** A pool of the generated chain: its accounts and its price curve. */
export interface Pool {
  dex: Dex;
  account: Account;
  baseMint: Mint;
  quoteMint: Mint;
  baseVault: Account;
  /** For a Pump.fun curve, which holds native SOL: the curve itself. */
  quoteVault: Account;
  /** Whether the quote leg is lamports rather than tokens. */
  isNative: boolean;
  /** Further accounts of the program's instructions, by their published names. */
  accounts: Readonly<Record<string, Account>>;
  /** Whether the program orders the quote token before the base token. */
  isQuoteFirst: boolean;
  /** The form of the instruction that this pool's users call, if there are several. */
  variant: number;
  curve: Curve;
  /** Recorded while someone needs the pool's history. */
  journal: PoolJournal | null;
  /** Planted patterns leave the pool alone until this slot. */
  reservedUntilSlot: number;
}

/** The trader, and the accounts it uses. */
export interface Party {
  /** Signs the transaction, and holds the lamports of native legs. */
  wallet: Account;
  /** Moves the tokens: the wallet, or a program-derived address. */
  authority: Account;
  isAuthoritySigner: boolean;
  base: Account;
  /** Null if the quote leg is native. */
  quote: Account | null;
}

/** A call to a DEX program with its effects, before it is placed in a transaction. */
export interface SwapCall {
  program: Account;
  uses: AccountUse[];
  data: Buffer;
  /** Calls that it makes itself, in order. */
  inner: SwapInner[];
  tokenMoves: TokenMove[];
  lamportMoves: LamportMove[];
  /** Its event, if it writes one to the log. */
  logged?: Uint8Array;
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
  /** The trader's limit: the minimum output (exact in) or the maximum input (exact out). */
  limit: bigint;
  /** The amount that the trader requested to spend; the fill may have used a few units less. */
  amountIn: bigint;
  /** Unix seconds. */
  time: number;
}

/** A DEX program: the format of its swap instructions. */
export interface Dex {
  name: DexName;
  program: Account;
  /** What the program logs when it swaps. */
  logName: string;
  slippageErrorCode(isBuy: boolean): number;
  computeUnits: number;
  swapCall(request: SwapCallRequest): SwapCall;
}
