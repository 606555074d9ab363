import type { DexProgram } from '../layout.js';
import { CLMM_INSTRUCTIONS } from './clmm-family.js';
import { CLMM_SWAP } from './clmm-swap-event.js';

/**
 * PancakeSwap's concentrated pools, a copy of Raydium's.
 *
 * Source: sevenlabs-hq/carbon `decoders/pancake-swap-decoder/src/instructions`; okxlabs/DEX-Router-Solana-V1
 * `adapters/pancake_swap_v3.rs`.
 */
export const PANCAKE_SWAP: DexProgram = {
  id: 'HpNfyc2Saw7RKkQd8nEL4khUcuPhQ7WwY1B2qjx8jxFq',
  name: 'PancakeSwap CLMM',
  kind: 'concentrated',
  swapEvent: CLMM_SWAP,
  instructions: CLMM_INSTRUCTIONS,
};
