import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Archer, priced by its market maker; no public interface description. The place of the direction is not known.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_registry_protocols.py`).
 */
const HOP: HopLayout = { pool: 1, vaults: [5, 6], trader: { a: 7, b: 8, aToB: () => null }, authority: 0 };

export const ARCHER: DexProgram = {
  id: 'Archer8kgiavM61GyusMzaaS2ft5sALtNsD1HxkUPMhy',
  name: 'Archer',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '0f', HOP), dataLength: 19, minAccounts: 12 }],
};
