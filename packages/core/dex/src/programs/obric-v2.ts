import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { leastOut } from './data-limits.js';
import { swap } from './describe.js';

/**
 * Obric v2, priced from an oracle.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 `adapters/obric_v2.rs` (swap2); duneanalytics/spellbook
 * `obric_solana_stg_raw_swaps.sql` (both tags, the pool first). Reserves and user accounts of `swap` lie as in
 * `swap2`, mints standing where that has its second and third oracle.
 */
const HOP: HopLayout = { pool: 0, vaults: [3, 4], trader: { a: 5, b: 6, aToB: flagAt(8) }, authority: 10 };

export const OBRIC_V2: DexProgram = {
  id: 'obriQD1zbpyLz95G5n7nJe6a4DPjpFwa5XYPoNm113y',
  name: 'Obric v2',
  kind: 'proprietary',
  instructions: [
    swap('swap', 'f8c69e91e17587c8', HOP, leastOut(17)),
    swap('swap2', '414b3f4ceb5b5b88', HOP, leastOut(17)),
  ],
};
