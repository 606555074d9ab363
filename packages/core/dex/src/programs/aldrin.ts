import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Aldrin's pools; those of v2 may be stable. Last byte: 1 asks, that is pays base (a) for quote (b).
 *
 * Source: okxlabs/DEX-Router-Solana-V1 `adapters/aldrin.rs`.
 */
const HOP: HopLayout = { pool: 0, vaults: [3, 4], trader: { a: 7, b: 8, aToB: flagAt(24) }, authority: 6 };

export const ALDRIN_V1: DexProgram = {
  id: 'AMM55ShdkoGRB5jVYPjWziwk8m5MpwyDgsMWHaMSQWH6',
  name: 'Aldrin v1',
  kind: 'constant_product',
  instructions: [swap('swap', 'f8c69e91e17587c8', HOP, leastOut(16))],
};

export const ALDRIN_V2: DexProgram = {
  id: 'CURVGoZn8zycx6FXwwevgBTB2gVvdbGTEpvMJDbgs2t4',
  name: 'Aldrin v2',
  kind: 'stable',
  instructions: [swap('swap', 'f8c69e91e17587c8', HOP, leastOut(16))],
};
