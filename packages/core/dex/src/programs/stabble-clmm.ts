import type { DexProgram, HopLayout } from '../layout.js';
import { byFlag } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Stabble's concentrated pools, a copy of Raydium's; only its swap is known to have the same accounts.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`).
 */
const HOP: HopLayout = { pool: 2, vaults: [5, 6], trader: { source: 3, destination: 4 }, authority: 0 };

export const STABBLE_CLMM: DexProgram = {
  id: '6dMXqGZ3ga2dikrYS9ovDXgHGh5RUsb2RTUj6hrQXhk6',
  name: 'Stabble CLMM',
  kind: 'concentrated',
  instructions: [swap('swap_v2', '2b04ed0b1ac91e62', HOP, byFlag(16, 40))],
};
