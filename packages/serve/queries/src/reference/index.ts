export { type AddressLabel, readLabels } from './address-labels.js';
export { readRememberedLabels } from './remembered-labels.js';
export { readSymbols, readTokens } from './token-symbols.js';
export { readValidatorsAt } from './validator-snapshots.js';
