import type { TransactionMeta } from '../block.js';

/** Meta of a transaction that succeeded without effect, with the given changes. */
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
    callLog: null,
    failure: null,
    ...change,
  };
}
