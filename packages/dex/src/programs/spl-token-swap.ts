import type { DexProgram } from '../layout.js';
import { TOKEN_SWAP_INSTRUCTIONS } from './token-swap-family.js';

/**
 * The reference deployment of SPL token-swap, and Step's copy.
 *
 * Source: `token-swap-family.ts`; ids in okxlabs/DEX-Router-Solana-V1 `programs/dex-solana/src/constants.rs`.
 */
export const SPL_TOKEN_SWAP: DexProgram = {
  id: 'SwaPpA9LAaLfeLi3a68M4DjnLqgtticKg6CnyNwgAC8',
  name: 'SPL token-swap',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};

export const STEP_TOKEN_SWAP: DexProgram = {
  id: 'SSwpMgqNDsyV7mAgN9ady4bDVu5ySjmmXejXvy2vLt1',
  name: 'Step token-swap',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};
