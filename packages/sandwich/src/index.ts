export { type DetectOptions, detectSandwiches } from './detect.js';
export { createSandwichDetector, type SandwichChange, type SandwichDetector } from './detector.js';
export {
  DEFAULT_THRESHOLDS,
  type DetectorOptions,
  FINAL_AFTER_SLOTS,
  LIVE_MAX_SPAN,
  LIVE_WINDOW,
  MAX_WINDOW,
  type Thresholds,
} from './options.js';
export type { PayerSighting } from './payer-history.js';
export { positionId } from './position.js';
export { type PriorSandwich, priorSandwich, privateProgram } from './prior.js';
export * from './sandwich.js';
export { countsAtWindow, victimsAtWindow } from './victims-at-window.js';
