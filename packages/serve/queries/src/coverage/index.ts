/**
 * Coverage: which slots of an answer's range are missing, incomplete, undetected, or without all token links. Three
 * strategies, by the width of the range; docs/architecture.md says which operation uses which.
 *
 * - **One range** of some hundred slots (`readStoredRange`, `readCoverage`): a row for each slot. Also says whether a
 *   block is so fresh that a concurrent read may have missed its rows.
 * - **Many ranges** of up to some thousand slots each (`readManyRanges`, `readManyCoverages`): a row for each slot, all
 *   ranges in one query.
 * - **Days** (`readDayCoverage`, and `readAnalysedCoverage` where the answer is about sandwiches): hash sums of buckets
 *   of 4,096 slots; single slots only in buckets whose sums do not fit.
 */
export { type Coverage, isDetectionComplete, type RangeContents } from './coverage.js';
export { type DayCoverage, readDayCoverage, toAnswer } from './day-coverage.js';
export {
  type DayRange,
  type NewestBlock,
  readDayRange,
  readHoursRange,
  readNewestBlock,
  readRangeSince,
  readSlotsAround,
} from './day-range.js';
export { type KeptSeconds, readKeptSeconds } from './kept-seconds.js';
export { LINKS_KNOWN_VERSION } from './links-known.js';
export { type AnalysedCoverage, type RangeCoverage, readAnalysedCoverage } from './range-detection.js';
export { readBlocks } from './read-blocks.js';
export { readCoverage, readStoredRange, type StoredRange } from './read-coverage.js';
export { readManyCoverages, readManyRanges } from './read-many.js';
export { type Changes, SettledRows } from './settled-rows.js';
export type { StoredSlots } from './stored-slots.js';
