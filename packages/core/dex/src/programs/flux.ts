import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Flux, priced by its market maker; no public interface description. Byte 17 is the direction; which way it points is
 * not known.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`); a substreams
 * module for native venues (the same accounts).
 */
const HOP: HopLayout = { pool: 1, vaults: [2, 3], trader: { a: 4, b: 5, aToB: () => null }, authority: 0 };

export const FLUX: DexProgram = {
  id: 'FLUX6xBayGxLX9UcimVRxXFMHH6q43mAbRvDzSpCsvfK',
  name: 'Flux',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '03', HOP), dataLength: 18, minAccounts: 11 }],
};
