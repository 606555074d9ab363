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
  /** Share of the reserves that is added or removed, in thousandths. */
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
  /** Further signers. */
  coSigners?: readonly string[];
  cost: Cost;
  /** The program that the transaction calls. Without one, it calls the pools directly. */
  outer?: string;
  actions: readonly Action[];
}
