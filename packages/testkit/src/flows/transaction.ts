import type { FlowPool, Side } from './pool.js';

/** One swap of a transaction to be sent. */
export interface SwapAction {
  do: 'swap';
  pool: FlowPool;
  side: Side;
  /** What the trader pays at most; the programs here take all of it but a unit or two. */
  amountIn: bigint;
  /** Who moves the tokens, where it is not the transaction's wallet. */
  authority?: string;
  /** Token accounts, where they are not the authority's own of the mint. */
  source?: { account: string; owner: string };
  destination?: { account: string; owner: string };
}

/** A transfer of tokens between accounts, or of an account between owners. */
export interface LinkAction {
  do: 'transfer' | 'set_authority';
  mint: string;
  from: { account: string; owner: string };
  to: { account: string; owner: string };
  amount: bigint;
}

export interface EventAction {
  do: 'created' | 'liquidity_added' | 'liquidity_removed';
  pool: FlowPool;
  /** Per mille of the reserves that is added or removed. */
  share: number;
}

export type Action = SwapAction | LinkAction | EventAction;

/** What a transaction pays; lamports. */
export interface Cost {
  priorityLamports: bigint;
  computeUnitPrice: bigint | null;
  tipLamports: bigint;
}

export const FREE: Cost = { priorityLamports: 0n, computeUnitPrice: null, tipLamports: 0n };

export interface TransactionPlan {
  /** Fee payer. */
  wallet: string;
  /** Who signs beside it. */
  coSigners?: readonly string[];
  cost: Cost;
  /** The program that the transaction calls; without one it calls the pools themselves. */
  outer?: string;
  actions: readonly Action[];
}
