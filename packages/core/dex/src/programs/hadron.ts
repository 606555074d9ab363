import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Hadron, whose pools follow a price that its operator quotes; no public interface description. Fees go to a separate
 * account. The place of the direction is not known.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_registry_protocols.py`).
 */
const HOP: HopLayout = { pool: 2, vaults: [9, 10], trader: { a: 8, b: 11, aToB: () => null }, authority: 7 };

export const HADRON: DexProgram = {
  id: 'HADRoNbLovyqhCsocfYQYB7QdfCAAinN9HTePvBCVDQ8',
  name: 'Hadron',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '03', HOP), dataLength: 26, minAccounts: 16 }],
};
