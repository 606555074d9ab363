import type { HopLayout, InstructionLayout } from '../layout.js';
import { byFlag, leastOut } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * The instructions of Raydium's concentrated pools, which PancakeSwap's are a copy of.
 *
 * Source: raydium-io/raydium-clmm `programs/amm/src/lib.rs` and `instructions/`; the same indexes in
 * sevenlabs-hq/carbon `decoders/raydium-clmm-decoder` and `decoders/pancake-swap-decoder`.
 */
const HOP: HopLayout = { pool: 2, vaults: [5, 6], trader: { source: 3, destination: 4 }, authority: 0 };

export const CLMM_INSTRUCTIONS: readonly InstructionLayout[] = [
  swap('swap', 'f8c69e91e17587c8', HOP, byFlag(16, 40)),
  swap('swap_v2', '2b04ed0b1ac91e62', HOP, byFlag(16, 40)),
  // Each hop's accounts: config, pool, the trader's output account, vault in, vault out, mint out, observation …
  {
    does: 'route',
    name: 'swap_router_base_in',
    discriminator: '457d73daf5baf2c4',
    poolFromVaultIn: -2,
    authority: 0,
    limit: leastOut(16),
  },
  created('create_pool', 'e992d18ecf6840bc', 2, [5, 6], 0),
  created('create_customizable_pool', '2b44d4a7592fa401', 2, [5, 6], 0),
  added('open_position', '87802f4d0f98f031', 5, [12, 13], 0),
  added('open_position_v2', '4db84ad67056f1c7', 5, [12, 13], 0),
  added('open_position_with_token22_nft', '4dffae527d1dc92e', 4, [11, 12], 0),
  added('increase_liquidity', '2e9cf3760dcdfbb2', 2, [9, 10], 0),
  added('increase_liquidity_v2', '851d59df45eeb00a', 2, [9, 10], 0),
  removed('decrease_liquidity', 'a026d06f685b2c01', 3, [5, 6], 0),
  removed('decrease_liquidity_v2', '3a7fbc3e4f52c460', 3, [5, 6], 0),
  collected('collect_protocol_fee', '8888fcddc2427e59', 1, [3, 4], 0),
  collected('collect_fund_fee', 'a78a4e95dfc2067e', 1, [3, 4], 0),
];
