import type { DexProgram } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Crema's concentrated pools; its one swap instruction names a partner.
 *
 * Source: the interface description in Crema's public SDK (`crema-sdk-v2`, `idls/clmmpool.ts`, `swapWithPartner`).
 */
export const CREMA: DexProgram = {
  id: 'CLMM9tUoggJu2wagPkkqs9eFG4BWhVBZWkP1qv3Sp7tR',
  name: 'Crema',
  kind: 'concentrated',
  instructions: [
    swap('swap_with_partner', '85d7bfd666f33719', {
      pool: 1,
      vaults: [6, 7],
      trader: { a: 4, b: 5, aToB: flagAt(8) },
      authority: 9,
    }),
  ],
};
