import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Riptide, priced from an oracle that its operator updates; no public interface description. The place of the
 * direction is not known.
 *
 * Source: a public decoder whose layouts were checked on executed swaps (`solana_swap_protocols.py`).
 */
const HOP: HopLayout = { pool: 1, vaults: [6, 7], trader: { a: 4, b: 5, aToB: () => null }, authority: 0 };

export const RIPTIDE: DexProgram = {
  id: 'riptK81hDxhe5pW5jSzSM9iRA8azgEgLJ4dXkPtBS7j',
  name: 'Riptide',
  kind: 'proprietary',
  instructions: [{ ...swap('swap', '02', HOP), dataLength: 12, minAccounts: 12 }],
};
