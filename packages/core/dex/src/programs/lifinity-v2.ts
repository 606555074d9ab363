import type { DexProgram } from '../layout.js';
import { leastOut } from './data-limits.js';
import { added, removed, swap } from './describe.js';

/**
 * Lifinity v2, priced from an oracle.
 *
 * Source: sevenlabs-hq/carbon `decoders/lifinity-amm-v2-decoder/src/instructions`.
 */
export const LIFINITY_V2: DexProgram = {
  id: '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c',
  name: 'Lifinity v2',
  kind: 'proprietary',
  instructions: [
    swap(
      'swap',
      'f8c69e91e17587c8',
      {
        pool: 1,
        vaults: [5, 6],
        trader: { source: 3, destination: 4 },
        authority: 2,
      },
      leastOut(16),
    ),
    added('deposit_all_token_types', '205f453c4b4fcdee', 0, [5, 6], 2),
    removed('withdraw_all_token_types', 'bdfe9caed209a4d8', 0, [4, 5], 2),
  ],
};
