import type { DexProgram } from '../layout.js';
import { flagAt } from './data-flags.js';
import { byFlag } from './data-limits.js';
import { swap } from './describe.js';
import { TOKEN_SWAP_INSTRUCTIONS } from './token-swap-family.js';

/**
 * Saros: a copy of SPL token-swap, and pools of price bins.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 `adapters/saros.rs` (both); FixedLocally/sandwich-finder
 * `events/swaps/saros_dlmm.rs`.
 */
export const SAROS_AMM: DexProgram = {
  id: 'SSwapUtytfBdBn1b9NUGG6foMVPtcWgpRU32HToDUZr',
  name: 'Saros AMM',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};

export const SAROS_DLMM: DexProgram = {
  id: '1qbkdrr3z4ryLA7pZykqxvxWPoeifcVKo6ZG9CfkvVE',
  name: 'Saros DLMM',
  kind: 'bins',
  instructions: [
    swap(
      'swap',
      'f8c69e91e17587c8',
      {
        pool: 0,
        vaults: [5, 6],
        trader: { a: 7, b: 8, aToB: flagAt(24) },
        authority: 9,
      },
      byFlag(16, 25, 0, 1),
    ),
  ],
};
