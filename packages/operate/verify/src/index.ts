export { RULE_TEXTS, type VerifyProgress, type VerifyReport } from './report.js';
export { type SandwichCheck, verifyRange } from './verify-range.js';
export { sandwichCheck } from './verify-sandwiches.js';
