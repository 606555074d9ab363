export { explainTransaction, type TransactionExplanation } from './explain-transaction.js';
export { findPositions } from './find-positions.js';
export {
  type FoundTransaction,
  findTransaction,
  findTransactions,
  readFound,
  type TradedMarket,
} from './find-transaction.js';
export { readWhereFound } from './read-where-found.js';
export { reportedTick } from './reported-tick.js';
export { readStoredSlots, readWholeSlots } from './stored-slots.js';
export type { StoredTransaction } from './stored-transaction.js';
export { readTransactionTips, type TransactionTip } from './transaction-tips.js';
