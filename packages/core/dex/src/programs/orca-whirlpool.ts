import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { byFlag } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';
import { WHIRLPOOL_TRADED } from './whirlpool-traded-event.js';

/**
 * Orca Whirlpools. A two-hop instruction is two swaps. In the first version the middle token passes through an account
 * of the trader; in the second it goes directly from the first pool's vault to the second's.
 *
 * Source: orca-so/whirlpools `programs/whirlpool/src/lib.rs` and `rust-sdk/client/src/generated/instructions`; the same
 * indexes in sevenlabs-hq/carbon `decoders/orca-whirlpool-decoder`.
 */
const SWAP: HopLayout = { pool: 2, vaults: [4, 6], trader: { a: 3, b: 5, aToB: flagAt(41) }, authority: 1 };
const SWAP_V2: HopLayout = {
  pool: 4,
  vaults: [8, 10],
  trader: { a: 7, b: 9, aToB: flagAt(41) },
  authority: 3,
};

const TWO_HOP: [HopLayout, HopLayout] = [
  { pool: 2, vaults: [5, 7], trader: { a: 4, b: 6, aToB: flagAt(25) }, authority: 1 },
  { pool: 3, vaults: [9, 11], trader: { a: 8, b: 10, aToB: flagAt(26) }, authority: 1 },
];
const TWO_HOP_V2: [HopLayout, HopLayout] = [
  { pool: 0, vaults: [9, 10], trader: { source: 8, destination: 11 }, authority: 14 },
  { pool: 1, vaults: [11, 12], trader: { source: 10, destination: 13 }, authority: 14 },
];

export const ORCA_WHIRLPOOL: DexProgram = {
  id: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  name: 'Orca Whirlpool',
  kind: 'concentrated',
  swapEvent: WHIRLPOOL_TRADED,
  instructions: [
    swap('swap', 'f8c69e91e17587c8', SWAP, byFlag(16, 40)),
    swap('swap_v2', '2b04ed0b1ac91e62', SWAP_V2, byFlag(16, 40)),
    swap('two_hop_swap', 'c360ed6c44a2dbe6', TWO_HOP, byFlag(16, 24)),
    swap('two_hop_swap_v2', 'ba8fd11dfe02c275', TWO_HOP_V2, byFlag(16, 24)),
    created('initialize_pool', '5fb40aac54aee828', 4, [5, 6], 3),
    created('initialize_pool_v2', 'cf2d57f21b3fcc43', 6, [7, 8], 5),
    created('initialize_pool_with_adaptive_fee', '8f5e604cac7c77c7', 7, [9, 10], 5),
    added('increase_liquidity', '2e9cf3760dcdfbb2', 0, [7, 8], 2),
    added('increase_liquidity_v2', '851d59df45eeb00a', 0, [11, 12], 4),
    added('increase_liquidity_by_token_amounts_v2', 'effb097cd2c6352b', 0, [11, 12], 4),
    added('reposition_liquidity_v2', 'bfa9e00b83139efd', 0, [12, 13], 4),
    removed('decrease_liquidity', 'a026d06f685b2c01', 0, [7, 8], 2),
    removed('decrease_liquidity_v2', '3a7fbc3e4f52c460', 0, [11, 12], 4),
    collected('collect_fees', 'a498cf631eba13b6', 0, [5, 7], 1),
    collected('collect_fees_v2', 'cf755fbfe5b4e20f', 0, [7, 9], 1),
    collected('collect_protocol_fees', '1643176296b246dc', 1, [3, 4], 2),
    collected('collect_protocol_fees_v2', '6780de8672c816c8', 1, [5, 6], 2),
  ],
};
