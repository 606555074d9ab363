import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { byFlag } from './data-limits.js';
import { added, created, removed, swap } from './describe.js';

/**
 * Fusion AMM (DefiTuna): concentrated liquidity with limit orders in the same vaults.
 *
 * Source: DefiTuna/fusionamm-sdk `target/idl/fusionamm.json`.
 */
const SWAP: HopLayout = { pool: 4, vaults: [9, 10], trader: { a: 7, b: 8, aToB: flagAt(41) }, authority: 3 };
const TWO_HOP: [HopLayout, HopLayout] = [
  { pool: 0, vaults: [9, 10], trader: { source: 8, destination: 11 }, authority: 14 },
  { pool: 1, vaults: [11, 12], trader: { source: 10, destination: 13 }, authority: 14 },
];

export const FUSION_AMM: DexProgram = {
  id: 'fUSioN9YKKSa3CUC2YUc4tPkHJ5Y6XW1yz8y6F7qWz9',
  name: 'Fusion AMM',
  kind: 'concentrated',
  instructions: [
    swap('swap', 'f8c69e91e17587c8', SWAP, byFlag(16, 40)),
    swap('two_hop_swap', 'c360ed6c44a2dbe6', TWO_HOP, byFlag(16, 24)),
    created('initialize_pool', '5fb40aac54aee828', 6, [7, 8], 5),
    added('increase_liquidity', '2e9cf3760dcdfbb2', 0, [11, 12], 4),
    removed('decrease_liquidity', 'a026d06f685b2c01', 0, [11, 12], 4),
    added('increase_limit_order', 'b19059ecfaba7d63', 1, [6], 0),
    removed('decrease_limit_order', '759d3c674231a300', 1, [8, 9], 0),
  ],
};
