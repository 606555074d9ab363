import type { DexProgram } from '../layout.js';
import { TOKEN_SWAP_INSTRUCTIONS } from './token-swap-family.js';

/**
 * Orca's pools before Whirlpools. Most are constant product; a few stable pools look the same.
 *
 * Source: `token-swap-family.ts`; ids in okxlabs/DEX-Router-Solana-V1 `constants.rs` and
 * cxcx-ai/solana-dex-parser `src/constants/programId.ts`.
 */
export const ORCA_TOKEN_SWAP_V1: DexProgram = {
  id: 'DjVE6JNiYqPL2QXyCUUh8rNjHrbz9hXHNYt99MQ59qw1',
  name: 'Orca token-swap v1',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};

export const ORCA_TOKEN_SWAP_V2: DexProgram = {
  id: '9W959DqEETiGZocYWCQPaJ6sBmUzgfxXfqGeTEdp3aQP',
  name: 'Orca token-swap v2',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};
