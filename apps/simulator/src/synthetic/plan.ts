import type { Account, Mint, TokenHolding } from './account.js';
import type { Curve, Fill } from './dex/curve.js';
import type { DexName } from './dex/pool.js';
import type { PlannedError } from './transaction-errors.js';
import type { AccountUse, LamportMove, PlannedInstruction, TokenMove } from './transaction-parts.js';

/**
 * The effects of a transaction, before it has ordered keys, signatures and a position in a block. Created by a
 * transaction kind. Fee and moves are applied when it is compiled, so kinds must be called in block order.
 */
export interface TransactionPlan {
  /** Name of the kind, for the truth file. */
  kind: string;
  /** Also the first signer. */
  payer: Account;
  version: 'legacy' | 0 | 1;
  isVote: boolean;
  instructions: PlannedInstruction[];
  /** Micro-lamports per compute unit; null if not requested. Becomes an instruction, or the config of v1. */
  computeUnitPrice: number | null;
  computeUnitLimit: number | null;
  lamportMoves: LamportMove[];
  tokenMoves: TokenMove[];
  computeUnits: number;
  /**
   * Null if it succeeds; otherwise only the fee is charged. Called with the number of compute-budget instructions
   * before the plan's own, because errors name an instruction by its index.
   */
  error: ((shift: number) => PlannedError) | null;
  jitoTipLamports: number;
  /** Encoded `log_messages` fields (see `log-messages.ts`). */
  logs: Uint8Array;
  /** Additional data (planted sandwiches, swaps), copied to the truth file unchanged. */
  labels: Record<string, unknown> | null;
  /** Its swaps if it succeeds, in order. */
  swaps?: PlannedSwap[];
  /** Token accounts that the transaction creates; their balances come from moves. */
  opens?: { account: Account; holding: TokenHolding }[];
  /** Token accounts that it closes after all moves; their lamports go to `to`. */
  closes?: { account: Account; to: Account }[];
  /** Token accounts that change their owner. */
  handovers?: { account: Account; owner: Account }[];
  /** Set when its block is built, for plans that have swaps or request it with null. */
  placed?: PlacedTransaction | null;
}

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
  /** Name in the program's log of a swap. */
  logName: string;
  slippageErrorCode(isBuy: boolean): number;
  computeUnits: number;
  swapCall(request: SwapCallRequest): SwapCall;
}

/** The generator's record of a swap: the expected result of a decoder. */
export interface PlannedSwap {
  pool: Pool;
  fill: Fill;
  /** The amount requested to be spent; an exact replay requests it again. */
  amountIn: bigint;
  /** Whether the amount of base tokens bought was fixed instead, as `buy` of Pump.fun and PumpSwap does. */
  isExactOut: boolean;
  mintIn: Mint;
  mintOut: Mint;
  authority: Account;
  isAuthoritySigner: boolean;
  /** The authority if it signs, otherwise the fee payer. */
  trader: Account;
  /** Token accounts; `null` for a native leg. */
  source: Account | null;
  destination: Account | null;
  outerProgram: Account;
  plan: TransactionPlan;
  /** Index in the plan's own instructions, before compute-budget instructions shift it. */
  instructionIndex: number;
  /** Null for the outer instruction itself. */
  innerIndex: number | null;
  /** Whether it is part of a planted pattern, and so not a victim of another. */
  isLeg: boolean;
}

/** A planned transaction's position, known once its block is built. */
export interface PlacedTransaction {
  slot: number;
  blockIndex: number;
  /** Compute-budget instructions before the plan's own. */
  shift: number;
  signature: Uint8Array;
  feeLamports: number;
  jitoTipLamports: number;
}

/** The swaps of a pool since recording started. */
export interface PoolJournal {
  /** In order. */
  swaps: PlannedSwap[];
  /** Number of current readers. */
  readers: number;
}
