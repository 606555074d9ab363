import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * Raydium's constant-product pools without an order book.
 *
 * Source: raydium-io/raydium-idl `raydium_cpmm/raydium_cp_swap.json`; sevenlabs-hq/carbon
 * `decoders/raydium-cpmm-decoder/src/instructions` (permissioned creation, creator fees).
 */
const HOP: HopLayout = { pool: 3, vaults: [6, 7], trader: { source: 4, destination: 5 }, authority: 0 };

export const RAYDIUM_CPMM: DexProgram = {
  id: 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C',
  name: 'Raydium CPMM',
  kind: 'constant_product',
  instructions: [
    swap('swap_base_input', '8fbe5adac41e33de', HOP, leastOut(16)),
    swap('swap_base_output', '37d96256a34ab4ad', HOP, mostIn(8)),
    created('initialize', 'afaf6d1f0d989bed', 3, [10, 11], 0),
    created('initialize_with_permission', '3f37fe4131b25979', 4, [11, 12], 0),
    added('deposit', 'f223c68952e1f2b6', 2, [6, 7], 0),
    removed('withdraw', 'b712469c946da122', 2, [6, 7], 0),
    collected('collect_protocol_fee', '8888fcddc2427e59', 2, [4, 5], 0),
    collected('collect_fund_fee', 'a78a4e95dfc2067e', 2, [4, 5], 0),
    collected('collect_creator_fee', '1416567bc61cdb84', 2, [4, 5], 0),
  ],
};
