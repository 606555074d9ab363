import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Tessera V, priced by its market maker; no public interface description. Byte 1: 1 pays base (a) for quote (b).
 *
 * Source: okxlabs/DEX-Router-Solana-V1 (fork wangyouquanMas) `adapters/tessera.rs`; FixedLocally/sandwich-finder
 * `events/swaps/tessv.rs`; duneanalytics/spellbook `tessera_solana_stg_raw_swaps.sql` (tags 10 and 11 with the
 * pool at the same place; the other accounts of 11 are taken to be those of 10).
 */
const HOP: HopLayout = { pool: 1, vaults: [3, 4], trader: { a: 5, b: 6, aToB: flagAt(1) }, authority: 2 };

export const TESSERA: DexProgram = {
  id: 'TessVdML9pBGgG9yGks7o4HewRaXVAMuoVj4x83GLQH',
  name: 'Tessera V',
  kind: 'proprietary',
  instructions: [
    swap('swap', '10', HOP),
    swap('swap_11', '11', { ...HOP, trader: { a: 5, b: 6, aToB: () => null } }),
  ],
};
