export { type PoolRange, poolRanges } from './pool-ranges.js';
export { readPoolTradesWith } from './read-pool-trades.js';
export { readTrades, readTradesWith } from './read-trades.js';
