import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Virtuals' launches on a curve quoted in its own token.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 1, vaults: [5, 8], trader: { a: 3, b: 4, aToB: () => null }, authority: 0 };

export const VIRTUALS: DexProgram = {
  id: '5U3EU2ubXtK84QcRjWVmYt9RaDyA8gKxdUrPFXmZyaki',
  name: 'Virtuals',
  kind: 'bonding_curve',
  instructions: [
    swap('buy', '66063d1201daebea', HOP, mostIn(16)),
    swap('sell', '33e685a4017f83ad', HOP, leastOut(16)),
  ],
};
