export { readUnknownSwaps, type UnknownSwaps } from './unknown-swaps.js';
