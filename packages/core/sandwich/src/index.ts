export { type DetectOptions, detectSandwiches } from './engine/detect.js';
export { createSandwichDetector, type SandwichChange, type SandwichDetector } from './engine/detector.js';
export { type LossMeasures, lossMeasuresOf } from './loss-measures.js';
export type { ActorClass, ActorHour } from './model/actor-record.js';
export {
  DEFAULT_THRESHOLDS,
  type DetectorOptions,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  LIVE_WINDOW,
  MAX_WINDOW,
  type Thresholds,
} from './model/options.js';
export type { PayerSighting } from './model/payer-sighting.js';
export { positionId } from './model/position.js';
export { type PriorSandwich, priorSandwich, privateProgram } from './model/prior-sandwich.js';
export type { LimitAge } from './model/sandwich.js';
export * from './model/sandwich.js';
export { countsAtWindow, victimsAtWindow } from './rules/rule-7-window.js';
export { attemptRange, attemptSide, attemptWallets, isNearVictim } from './rules/rule-8-attempts.js';
export {
  isDecidedByRecord,
  judge,
  type OwnTrip,
  ownTrip,
  POOLS_KNOWN,
  type RecordedHour,
  recordAddresses,
  standingAround,
  type VerdictNow,
  worstStanding,
} from './rules/rule-11-now.js';
export { hourOf, isTrip, RECORD_HOURS, SLOTS_PER_HOUR, standingFrom } from './rules/rule-11-records.js';
