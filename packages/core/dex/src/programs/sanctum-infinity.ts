import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { added, removed, swap } from './describe.js';

/**
 * Sanctum Infinity: one pool of many staked-SOL mints, priced from what each is worth in SOL.
 *
 * Source: igneous-labs/inf-1.5 `idl/inf_controller.json`.
 */
const V1: HopLayout = { pool: 8, vaults: [10, 11], trader: { source: 3, destination: 4 }, authority: 0 };
const V2: HopLayout = { pool: 7, vaults: [9, 10], trader: { source: 3, destination: 4 }, authority: 0 };

export const SANCTUM_INFINITY: DexProgram = {
  id: '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
  name: 'Sanctum Infinity',
  kind: 'proprietary',
  instructions: [
    swap('swap_exact_in', '01', V1, leastOut(11)),
    swap('swap_exact_out', '02', V1, mostIn(11)),
    swap('swap_exact_in_v2', '17', V2, leastOut(11)),
    swap('swap_exact_out_v2', '18', V2, mostIn(11)),
    added('add_liquidity', '03', 8, [10], 0),
    removed('remove_liquidity', '04', 8, [10], 0),
  ],
};
