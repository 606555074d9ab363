import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Heaven's launches, in pools from the start. The first purchase inside the creation of a pool is not decoded.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 4, vaults: [10, 11], trader: { a: 8, b: 9, aToB: () => null }, authority: 5 };

export const HEAVEN: DexProgram = {
  id: 'HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o',
  name: 'Heaven',
  kind: 'constant_product',
  instructions: [
    swap('buy', '66063d1201daebea', HOP, leastOut(16)),
    swap('sell', '33e685a4017f83ad', HOP, leastOut(16)),
  ],
};
