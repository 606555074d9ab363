import type { FlowPool, Side } from './pool.js';

/** One swap of a transaction to be sent. */
export interface SwapAction {
  do: 'swap';
  pool: FlowPool;
  side: Side;
  /** The maximum that the trader pays; the programs here take all of it except a unit or two. */
  amountIn: bigint;
  /** The authority that moves the tokens, if not the transaction's wallet. */
  authority?: string;
  /** Token accounts, if not the authority's own for the mint. */
  source?: { account: string; owner: string };
  destination?: { account: string; owner: string };
}

/** A transfer of tokens between accounts. */
export interface TransferAction {
  do: 'transfer';
  mint: string;
  from: { account: string; owner: string };
  to: { account: string; owner: string };
  amount: bigint;
}

export type Action = SwapAction | TransferAction;

/** Cost of a transaction; lamports. */
export interface Cost {
  priorityLamports: bigint;
  computeUnitPrice: bigint | null;
  tipLamports: bigint;
}

export const FREE: Cost = { priorityLamports: 0n, computeUnitPrice: null, tipLamports: 0n };

export interface TransactionPlan {
  /** Signs and pays the fee. */
  wallet: string;
  cost: Cost;
  /** The program that the transaction calls. Without one, it calls the pools directly. */
  outer?: string;
  actions: readonly Action[];
}
