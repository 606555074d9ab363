import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * BonkSwap, and Guacswap, which has the same instruction. The last byte: 1 pays x (a) for y (b).
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`); two failed swaps
 * in block 254170887 (accounts and direction).
 */
const HOP: HopLayout = { pool: 1, vaults: [4, 5], trader: { a: 6, b: 7, aToB: flagAt(32) }, authority: 8 };

export const BONKSWAP: DexProgram = {
  id: 'BSwp6bEBihVLdqJRKGgzjcGLHkcTuzmSo1TQkHepzH8p',
  name: 'BonkSwap',
  kind: 'constant_product',
  instructions: [swap('swap', 'f8c69e91e17587c8', HOP)],
};

export const GUACSWAP: DexProgram = {
  ...BONKSWAP,
  id: 'Gswppe6ERWKpUTXvRPfXdzHhiCyJvLadVvXGfdpBqcE1',
  name: 'Guacswap',
};
