export { replaceLabels, type StoredLabel } from './labels.js';
export { type LeaderSchedule, writeLeaders } from './leaders.js';
export { readStoredRange, readUnnamedMints, type TokenFacts, writeTokens } from './tokens.js';
export { readValidators, type ValidatorFacts, writeValidators } from './validators.js';
