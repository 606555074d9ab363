import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Omnipair: pools that also lend what lies in them.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 0, vaults: [3, 4], trader: { a: 5, b: 6, aToB: () => null }, authority: 9 };

export const OMNIPAIR: DexProgram = {
  id: 'omnixgS8fnqHfCcTGKWj6JtKjzpJZ1Y5y9pyFkQDkYE',
  name: 'Omnipair',
  kind: 'constant_product',
  instructions: [{ ...swap('swap', 'f8c69e91e17587c8', HOP), minAccounts: 14 }],
};
