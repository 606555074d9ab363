import type { DexProgram } from '../layout.js';
import { CLMM_INSTRUCTIONS } from './clmm-family.js';
import { CLMM_SWAP } from './clmm-swap-event.js';
import { added, removed } from './describe.js';

/**
 * Raydium's concentrated pools. Limit orders lie in the pool's vaults, so replay treats them as liquidity.
 *
 * Source: `clmm-family.ts`; raydium-io/raydium-clmm `programs/amm/src/instructions/limit_order/`.
 */
export const RAYDIUM_CLMM: DexProgram = {
  id: 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK',
  name: 'Raydium CLMM',
  kind: 'concentrated',
  swapEvent: CLMM_SWAP,
  instructions: [
    ...CLMM_INSTRUCTIONS,
    added('open_limit_order', '9d20dab7471d1293', 1, [6], 0),
    added('increase_limit_order', 'b19059ecfaba7d63', 1, [5], 0),
    removed('decrease_limit_order', '759d3c674231a300', 1, [6, 7], 0),
    removed('settle_limit_order', 'cd4e74215c691a60', 1, [5], 0),
  ],
};
