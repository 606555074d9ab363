import type { DexProgram, HopLayout } from '../layout.js';
import { CLMM_SWAP } from './clmm-swap-event.js';
import { byFlag } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * Byreal's concentrated pools, a copy of Raydium's with pools of its own: they are created by other accounts, and those
 * with a dynamic fee take only `swap_v3_dyn`.
 *
 * Source: byreal-git/byreal-clmm `idl/byreal_clmm.json` and `programs/amm/src/instructions/swap_v3_dyn.rs`.
 */
const HOP: HopLayout = { pool: 2, vaults: [5, 6], trader: { source: 3, destination: 4 }, authority: 0 };

export const BYREAL: DexProgram = {
  id: 'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
  name: 'Byreal CLMM',
  kind: 'concentrated',
  swapEvent: CLMM_SWAP,
  instructions: [
    swap('swap', 'f8c69e91e17587c8', HOP, byFlag(16, 40)),
    swap('swap_v2', '2b04ed0b1ac91e62', HOP, byFlag(16, 40)),
    swap('swap_v3_dyn', 'e52ed584692828e4', HOP, byFlag(16, 40)),
    created('create_pool', 'e992d18ecf6840bc', 4, [8, 9], 0),
    created('create_pool_decay_fee', 'fc9ad2bf16d988fc', 4, [8, 9], 0),
    added('open_position', '87802f4d0f98f031', 5, [12, 13], 0),
    added('open_position_v2', '4db84ad67056f1c7', 5, [12, 13], 0),
    added('open_position_with_token22_nft', '4dffae527d1dc92e', 4, [11, 12], 0),
    added('increase_liquidity', '2e9cf3760dcdfbb2', 2, [9, 10], 0),
    added('increase_liquidity_v2', '851d59df45eeb00a', 2, [9, 10], 0),
    removed('decrease_liquidity', 'a026d06f685b2c01', 3, [5, 6], 0),
    removed('decrease_liquidity_v2', '3a7fbc3e4f52c460', 3, [5, 6], 0),
    collected('collect_protocol_fee', '8888fcddc2427e59', 1, [2, 3], null),
    collected('collect_fund_fee', 'a78a4e95dfc2067e', 1, [2, 3], null),
  ],
};
