import type { TransactionMeta } from '../block.js';

/** Meta of a transaction that succeeded and moved nothing, changed as the test needs it. */
export function aMeta(change: Partial<TransactionMeta> = {}): TransactionMeta {
  return {
    error: null,
    feeLamports: 5_000n,
    preBalances: [],
    postBalances: [],
    innerInstructions: [],
    preTokenBalances: [],
    postTokenBalances: [],
    computeUnits: null,
    costUnits: null,
    ...change,
  };
}
