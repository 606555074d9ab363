import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Ghost's stable pools.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 10, vaults: [6, 7], trader: { a: 8, b: 9, aToB: () => null }, authority: 0 };

export const GHOST: DexProgram = {
  id: 'ghosty4ZU1Qk1HN7Ymz4pZ15QfspzJZgSYFkdKN6ZLK',
  name: 'Ghost',
  kind: 'stable',
  instructions: [{ ...swap('swap', 'f8c69e91e17587c8', HOP), minAccounts: 16 }],
};
