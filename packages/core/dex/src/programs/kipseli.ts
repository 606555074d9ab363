import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Kipseli, whose price its keeper sets; no public interface description. Byte 24: 1 pays base (a) for quote (b).
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`; `swap_v3`); a
 * public client of many venues (“EcoSwapSVM venue adapter”; `swap_v2`, the same accounts, and the direction).
 */
const HOP: HopLayout = { pool: 1, vaults: [2, 3], trader: { a: 6, b: 7, aToB: flagAt(24) }, authority: 0 };

export const KIPSELI: DexProgram = {
  id: '3TK9D8aoBFYjYZtKCjciPrVrRStsnvo7KmpcJqDavpaU',
  name: 'Kipseli',
  kind: 'proprietary',
  instructions: [
    { ...swap('swap_v2', '2b04ed0b1ac91e62', HOP), dataLength: 25, minAccounts: 13 },
    { ...swap('swap_v3', 'f0e02621b01ff1af', HOP), dataLength: 25, minAccounts: 13 },
  ],
};
