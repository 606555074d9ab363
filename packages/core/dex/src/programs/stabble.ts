import type { DexProgram, HopLayout, InstructionLayout, LimitPlace } from '../layout.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Stabble's stable and weighted pools. Their tokens lie in one shared vault per mint; a share of the output goes to
 * a beneficiary.
 *
 * Source: sevenlabs-hq/carbon `decoders/stabble-stable-swap-decoder/src/instructions` (the weighted program has the
 * same swaps: `decoders/stabble-weighted-swap-decoder`).
 */
const SWAP: HopLayout = { pool: 6, vaults: [3, 4], trader: { source: 1, destination: 2 }, authority: 0 };
const SWAP_V2: HopLayout = { pool: 8, vaults: [5, 6], trader: { source: 3, destination: 4 }, authority: 0 };
/** The amount in before it is optional: a byte says whether it is there. */
function limit(data: Uint8Array): LimitPlace | null {
  return data[8] === 1 ? leastOut(17) : data[8] === 0 ? leastOut(9) : null;
}

const SWAPS: readonly InstructionLayout[] = [
  swap('swap', 'f8c69e91e17587c8', SWAP, limit),
  swap('swap_v2', '2b04ed0b1ac91e62', SWAP_V2, limit),
];

export const STABBLE_STABLE: DexProgram = {
  id: 'swapNyd8XiQwJ6ianp9snpu4brUqFxadzvHebnAXjJZ',
  name: 'Stabble stable',
  kind: 'stable',
  instructions: SWAPS,
};

export const STABBLE_WEIGHTED: DexProgram = {
  id: 'swapFpHZwjELNnjvThjajtiVmkz3yPQEHjLtka2fwHW',
  name: 'Stabble weighted',
  kind: 'stable',
  instructions: SWAPS,
};
