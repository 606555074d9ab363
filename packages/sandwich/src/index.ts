export type { PayerSighting } from './definition/rule-1-payers.js';
export { countsAtWindow, victimsAtWindow } from './definition/rule-7-window.js';
export { attemptRange, attemptSide, attemptWallets, isNearVictim } from './definition/rule-8-attempts.js';
export { signsBy } from './definition/rule-10-intent.js';
export type { LimitAge } from './definition/rule-10-slippage.js';
export {
  mayCount,
  type OwnTrip,
  ownTrip,
  POOLS_KNOWN,
  type RecordedHour,
  recordAddresses,
  standingAround,
  verdictBy,
  worstStanding,
} from './definition/rule-11-now.js';
export {
  type ActorHour,
  hourOf,
  isTrip,
  RECORD_HOURS,
  SLOTS_PER_HOUR,
  type Standing,
  standingFrom,
} from './definition/rule-11-records.js';
export { type DetectOptions, detectSandwiches } from './engine/detect.js';
export { createSandwichDetector, type SandwichChange, type SandwichDetector } from './engine/detector.js';
export { type PriorSandwich, priorSandwich, privateProgram } from './engine/prior.js';
export { type LossMeasures, lossMeasuresOf } from './loss-measures.js';
export {
  DEFAULT_THRESHOLDS,
  type DetectorOptions,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  LIVE_WINDOW,
  MAX_WINDOW,
  type Thresholds,
} from './options.js';
export { positionId } from './position.js';
export * from './sandwich.js';
