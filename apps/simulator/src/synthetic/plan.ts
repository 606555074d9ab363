import type { Account, TokenHolding } from './account.js';
import type { PlacedTransaction, PlannedSwap } from './dex/planned-swap.js';
import type { PlannedError } from './transaction-errors.js';

/** An account in an instruction's account list. */
export interface AccountUse {
  account: Account;
  isSigner: boolean;
  isWritable: boolean;
}

export interface PlannedInner {
  program: Account;
  /** Accounts of the outer instruction's list. */
  accounts: Account[];
  data: Uint8Array;
  /** 2 for a call by the outer instruction itself. */
  stackHeight: number;
}

export interface PlannedInstruction {
  program: Account;
  uses: AccountUse[];
  data: Uint8Array;
  inner: PlannedInner[];
}

/** Lamports moved from one account to another if the transaction succeeds. */
export interface LamportMove {
  from: Account;
  to: Account;
  lamports: number;
}

/** Tokens moved from one token account to another; null mints or burns. */
export interface TokenMove {
  from: Account | null;
  to: Account | null;
  amount: bigint;
  /** The fee that the mint withholds. */
  withheld?: bigint;
}

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

export function writableSigner(account: Account): AccountUse {
  return { account, isSigner: true, isWritable: true };
}

export function readonlySigner(account: Account): AccountUse {
  return { account, isSigner: true, isWritable: false };
}

export function writable(account: Account): AccountUse {
  return { account, isSigner: false, isWritable: true };
}

export function readonly(account: Account): AccountUse {
  return { account, isSigner: false, isWritable: false };
}
