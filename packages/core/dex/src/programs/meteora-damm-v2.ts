import type { DexProgram, HopLayout } from '../layout.js';
import { DAMM_V2_SWAP } from './damm-v2-swap-event.js';
import { byMode, leastOut } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * Meteora DAMM v2 (cp-amm): constant product within one price range of the whole pool.
 *
 * Source: sevenlabs-hq/carbon `decoders/meteora-damm-v2-decoder/src/instructions`.
 */
const HOP: HopLayout = { pool: 1, vaults: [4, 5], trader: { source: 2, destination: 3 }, authority: 8 };

export const METEORA_DAMM_V2: DexProgram = {
  id: 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG',
  name: 'Meteora DAMM v2',
  kind: 'constant_product',
  swapEvent: DAMM_V2_SWAP,
  instructions: [
    swap('swap', 'f8c69e91e17587c8', HOP, leastOut(16)),
    swap('swap2', '414b3f4ceb5b5b88', HOP, byMode(16, 24)),
    created('initialize_pool', '5fb40aac54aee828', 6, [10, 11], 3),
    created('initialize_pool_with_dynamic_config', '955248c5fdfc440f', 7, [11, 12], 3),
    created('initialize_customizable_pool', '14a1f118bdddb402', 5, [9, 10], 3),
    added('add_liquidity', 'b59d59438fb63448', 0, [4, 5], 9),
    removed('remove_liquidity', '5055d14818ceb16c', 1, [5, 6], 10),
    removed('remove_all_liquidity', '0a333d2370691855', 1, [5, 6], 10),
    collected('claim_position_fee', 'b4269a118521a2d3', 1, [5, 6], 10),
    collected('claim_partner_fee', '61ce27695e5e7e94', 1, [4, 5], 8),
    collected('claim_protocol_fee', 'a5e4853063f9ff21', 1, [2, 3], 8),
  ],
};
