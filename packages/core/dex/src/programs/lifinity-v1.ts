import type { DexProgram, HopLayout } from '../layout.js';
import { swap } from './describe.js';

/**
 * Lifinity v1, priced from an oracle; its swap has the accounts of v2.
 *
 * Source: a public decoder (`solana_swap_protocols.py`), from the published interface.
 */
const HOP: HopLayout = { pool: 1, vaults: [5, 6], trader: { source: 3, destination: 4 }, authority: 2 };

export const LIFINITY_V1: DexProgram = {
  id: 'EewxydAPCCVuNEyrVN68PuSYdQ7wKn27V9Gjeoi8dy3S',
  name: 'Lifinity v1',
  kind: 'proprietary',
  instructions: [swap('swap', 'f8c69e91e17587c8', HOP)],
};
