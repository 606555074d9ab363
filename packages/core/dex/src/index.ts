export { type ExtractedBlock, extractBlock, extractBlockTrades, type TradesOfBlock } from './block-trades.js';
export type { ErrorKind } from './errors/error-list.js';
export { type FailureReason, failureReason, type StoredFailure } from './errors/failure-reason.js';
export * from './explain/index.js';
export { extractTrades } from './extract-trades.js';
export {
  dexOfProgram,
  isCuratedSymbol,
  mintDecimals,
  mintSymbol,
  poolLabel,
  type SymbolOf,
  shortAddress,
} from './labels.js';
export type { PriceMove } from './price-move.js';
export { DEX_PROGRAMS } from './programs/index.js';
export { ROUTE_PROGRAMS } from './programs/routes.js';
export { isPublicProgram } from './public-programs.js';
export * from './swap.js';
export { type UnknownFrameCount, UnknownFrameCounts } from './unknown-frame-counts.js';
