import type { DexProgram } from '../layout.js';
import { CLMM_INSTRUCTIONS } from './clmm-family.js';

/**
 * Byreal's concentrated pools, a copy of Raydium's.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 `adapters/byreal_clmm.rs` (swap_v2; the rest by the family).
 */
export const BYREAL: DexProgram = {
  id: 'REALQqNEomY6cQGZJUGwywTBD2UmDT32rZcNnfxQ5N2',
  name: 'Byreal CLMM',
  kind: 'concentrated',
  instructions: CLMM_INSTRUCTIONS,
};
