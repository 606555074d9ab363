import type { DexProgram } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Invariant's concentrated pools.
 *
 * Source: invariant-labs/protocol `programs/invariant/src/instructions/swap.rs` and `lib.rs`.
 */
export const INVARIANT: DexProgram = {
  id: 'HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt',
  name: 'Invariant',
  kind: 'concentrated',
  instructions: [
    swap('swap', 'f8c69e91e17587c8', {
      pool: 1,
      vaults: [5, 6],
      trader: { a: 3, b: 4, aToB: flagAt(8) },
      authority: 7,
    }),
  ],
};
