export { type TokenOf, tokenAmount } from './token-amount.js';
