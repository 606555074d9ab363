import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * 1DEX's pools.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 1, vaults: [3, 4], trader: { a: 6, b: 7, aToB: () => null }, authority: 5 };

export const ONE_DEX: DexProgram = {
  id: 'DEXYosS6oEGvk8uCDayvwEZz4qEyDJRf9nFgYCaqPMTm',
  name: '1DEX',
  kind: 'constant_product',
  instructions: [swap('swap_exact_amount_in', '0897f54caccb9027', HOP, leastOut(16))],
};
