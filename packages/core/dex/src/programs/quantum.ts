import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Quantum, priced by its market maker; no public interface description. The place of the direction is not known.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`).
 */
const HOP: HopLayout = { pool: 3, vaults: [4, 5], trader: { a: 1, b: 2, aToB: () => null }, authority: 0 };

export const QUANTUM: DexProgram = {
  id: 'QuaNtZsgYRe5Z9Bk4LZ4cTD9tbkVoyCNf1R2BN9bBDv',
  name: 'Quantum',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '07', HOP), dataLength: 18, minAccounts: 10 }],
};
