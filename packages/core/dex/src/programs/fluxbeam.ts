import type { DexProgram } from '../layout.js';
import { TOKEN_SWAP_INSTRUCTIONS } from './token-swap-family.js';

/**
 * FluxBeam: SPL token-swap with Token-2022; mints and token programs follow the accounts of the original.
 *
 * Source: sevenlabs-hq/carbon `decoders/fluxbeam-decoder/src/instructions`.
 */
export const FLUXBEAM: DexProgram = {
  id: 'FLUXubRmkEi2q6K3Y9kBPg9248ggaZVsoSFhtJHSrm1X',
  name: 'FluxBeam',
  kind: 'constant_product',
  instructions: TOKEN_SWAP_INSTRUCTIONS,
};
