import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Crema's concentrated pools.
 *
 * Source: the interface description in Crema's public SDK (`crema-sdk-v2`, `idls/clmmpool.ts`, `swapWithPartner`); the
 * instruction without a partner, with the same accounts, in a public decoder checked on executed swaps
 * (`solana_swap_protocols.py`).
 */
const HOP: HopLayout = { pool: 1, vaults: [6, 7], trader: { a: 4, b: 5, aToB: flagAt(8) }, authority: 9 };

export const CREMA: DexProgram = {
  id: 'CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR',
  name: 'Crema',
  kind: 'concentrated',
  instructions: [swap('swap', 'f8c69e91e17587c8', HOP), swap('swap_with_partner', '85d7bfd666f33719', HOP)],
};
