export { type AccountLocks, type AccountPoint, readAccountLocks } from './account-locks.js';
export { areLimitsKnown, type ComputeLimit, limitsIn, loadComputeLimits } from './compute-limits.js';
export { type HeatCell, readHeatMap } from './heat-map.js';
export { readHeatRange } from './heat-params.js';
export { type HotAccount, readHotAccounts } from './hot-accounts.js';
export { hotScore, rounded } from './hot-score.js';
export { type LockQuestion, readLockRange, readLocksCoverage } from './lock-range.js';
export { readQuestion } from './read-question.js';
