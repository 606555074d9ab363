import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * AlphaQ, priced by its market maker; no public interface description. Byte 1: 0 pays b for a, as on the chain.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`); a substreams
 * module for native venues (the same accounts).
 */
const HOP: HopLayout = { pool: 1, vaults: [5, 6], trader: { a: 3, b: 4, aToB: flagAt(1) }, authority: 0 };

export const ALPHAQ: DexProgram = {
  id: 'ALPHAQmeA7bjrVuccPsYPiCvsi428SNwte66Srvs4pHA',
  name: 'AlphaQ',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '0c', HOP), dataLength: 18, minAccounts: 12 }],
};
