import type { DexProgram } from '../layout.js';
import { TOKEN_SWAP_INSTRUCTIONS } from './token-swap-family.js';

/**
 * The reference deployment of SPL token-swap, and copies of it.
 *
 * Source: `token-swap-family.ts`; ids in okxlabs/DEX-Router-Solana-V1 `programs/dex-solana/src/constants.rs` (the first
 * two) and in a public decoder that found executed swaps of each (`solana_swap_protocols.py`).
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

export const DEXLAB: DexProgram = {
  id: 'DSwpgjMvXhtGn6BsbqmacdBZyfLj6jSWf3HJpdJtmg6N',
  name: 'DexLab',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};

export const DOOAR: DexProgram = {
  id: 'Dooar9JkhdZ7J3LHN3A7YCuoGRUggXhQaG4kijfLGU2j',
  name: 'Dooar',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};

export const PENGUIN: DexProgram = {
  id: 'PSwapMdSai8tjrEXcxFeQth87xC4rRsa4VA5mhGhXkP',
  name: 'Penguin',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};
