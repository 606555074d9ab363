import type { Account } from './account.js';
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
