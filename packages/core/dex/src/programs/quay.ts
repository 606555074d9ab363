import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Quay, priced by its market maker; no public interface description. The place of the direction is not known.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_registry_protocols.py`).
 */
const HOP: HopLayout = { pool: 2, vaults: [4, 5], trader: { a: 6, b: 7, aToB: () => null }, authority: 8 };

export const QUAY: DexProgram = {
  id: 'QUayE6nexQWYNZAEqfN8FxoNwQDSu3CAzT2qq9J1ArG',
  name: 'Quay',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '20', HOP), dataLength: 18, minAccounts: 13 }],
};
