export { type MatchingTransaction, readTradeContext, type TradeContext } from './trade-context.js';
