import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { swap } from './describe.js';

/**
 * GooseFX Gamma, a copy of Raydium's CPMM with a fee that moves. One of its swaps is priced by an oracle.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 3, vaults: [6, 7], trader: { source: 4, destination: 5 }, authority: 0 };

export const GAMMA: DexProgram = {
  id: 'GAMMA7meSFWaBXF25oSUgmGRwaW6sCMFLmBNiMSdbHVT',
  name: 'GooseFX Gamma',
  kind: 'constant_product',
  instructions: [
    swap('swap_base_input', '8fbe5adac41e33de', HOP, leastOut(16)),
    swap('swap_base_output', '37d96256a34ab4ad', HOP, mostIn(8)),
    swap('oracle_based_swap_base_input', 'ef52c0bba01adfdf', HOP, leastOut(16)),
  ],
};
