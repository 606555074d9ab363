import type { Account } from './account.js';

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
