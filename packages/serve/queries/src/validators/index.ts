export { keepValidatorShares, readValidatorShares } from './validator-shares.js';
export { WILSON_Z } from './wilson.js';
