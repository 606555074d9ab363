import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * MetaDAO's pools of spot tokens. Its conditional markets, which split tokens by the outcome of a vote, are not
 * decoded.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`), from the
 * interface description on the chain.
 */
const HOP: HopLayout = { pool: 0, vaults: [3, 4], trader: { a: 1, b: 2, aToB: () => null }, authority: 5 };

export const METADAO: DexProgram = {
  id: 'FUTARELBfJfQ8RDGhg1wdhddq1odMAJUePHFuBYfUxKq',
  name: 'MetaDAO',
  kind: 'constant_product',
  instructions: [{ ...swap('spot_swap', 'a7610ce7ed4ea6fb', HOP, leastOut(17)), minAccounts: 9 }],
};
