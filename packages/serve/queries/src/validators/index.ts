export { keepValidatorShares, readValidatorShares } from './validator-shares.js';
