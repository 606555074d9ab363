import type { Account, TokenHolding } from './account.js';
import type { PlacedTransaction, PlannedSwap } from './dex/planned-swap.js';
import type { PlannedError } from './transaction-errors.js';

/** An account as an instruction names it. */
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

/** Lamports that go from one account to another when the transaction succeeds. */
export interface LamportMove {
  from: Account;
  to: Account;
  lamports: number;
}

/** Tokens that go from one token account to another; `null` mints or burns. */
export interface TokenMove {
  from: Account | null;
  to: Account | null;
  amount: bigint;
  /** What the mint keeps of it on the way. */
  withheld?: bigint;
}

/**
 * What a transaction does, before it has keys in order, signatures and a place in a block. Made by a
 * transaction kind; applied (fee, moves) when it is compiled, so kinds must be called in block order.
 */
export interface TransactionPlan {
  /** Name of the kind, for the truth file. */
  kind: string;
  /** Also the first signer. */
  payer: Account;
  version: 'legacy' | 0 | 1;
  isVote: boolean;
  instructions: PlannedInstruction[];
  /** Micro-lamports per compute unit; `null` asks for none. Becomes an instruction, or the config of v1. */
  computeUnitPrice: number | null;
  computeUnitLimit: number | null;
  lamportMoves: LamportMove[];
  tokenMoves: TokenMove[];
  computeUnits: number;
  /**
   * `null`: it succeeds. Else only the fee moves. Called with the number of compute-budget instructions that
   * were put before the plan's own, because errors name an instruction by its index.
   */
  error: ((shift: number) => PlannedError) | null;
  jitoTipLamports: number;
  /** Encoded `log_messages` fields (see `log-messages.ts`). */
  logs: Uint8Array;
  /** What later features want to know of it (planted sandwiches, swaps); goes to the truth file as it is. */
  labels: Record<string, unknown> | null;
  /** What it swaps, when it succeeds, in order. */
  swaps?: PlannedSwap[];
  /** Token accounts that the transaction makes; what they hold comes by moves. */
  opens?: { account: Account; holding: TokenHolding }[];
  /** Token accounts that it closes when all has moved; their lamports go to `to`. */
  closes?: { account: Account; to: Account }[];
  /** Token accounts that get another owner. */
  handovers?: { account: Account; owner: Account }[];
  /** Set when its block is built, for plans that have swaps or ask for it with `null`. */
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
