import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * WOOFi, priced from its oracle. Each mint has a pool of its own, and a swap uses two of them, so that the pool here
 * is the common configuration: the first account, whichever way a pair is swapped.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 0, vaults: [6, 11], trader: { source: 5, destination: 10 }, authority: 2 };

export const WOOFI: DexProgram = {
  id: 'WooFif76YGRNjk1pA8wCsN67aQsD9f9iLsz4NcJ1AVb',
  name: 'WOOFi',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', 'f8c69e91e17587c8', HOP, leastOut(24)), minAccounts: 17 }],
};
