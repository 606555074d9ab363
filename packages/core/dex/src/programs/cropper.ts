import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { byFlag } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Cropper's concentrated pools, a copy of Orca's Whirlpools; only its swap is known to have the same data.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`); the flag’s place
 * in orca-so/whirlpools.
 */
const HOP: HopLayout = { pool: 2, vaults: [4, 6], trader: { a: 3, b: 5, aToB: flagAt(41) }, authority: 1 };

export const CROPPER: DexProgram = {
  id: 'H8W3ctz92svYg6mkn1UtGfu2aQr2fnUFHM1RhScEtQDt',
  name: 'Cropper',
  kind: 'concentrated',
  instructions: [
    { ...swap('swap', 'f8c69e91e17587c8', HOP, byFlag(16, 40)), dataLength: 42, minAccounts: 11 },
  ],
};
