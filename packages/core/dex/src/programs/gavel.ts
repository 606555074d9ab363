import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { byFlag } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * Gavel (Plasma): constant product, with a bound on how much better a swap can be than the price at the start of the
 * leader's slots.
 *
 * Source: Ellipsis-Labs/plasma `program/src/program/instruction.rs`, `idl/plasma.json`; the side (0 buys base, 1 sells
 * it) in `program/src/program/processor/swap.rs`.
 */
const HOP: HopLayout = { pool: 2, vaults: [6, 7], trader: { a: 4, b: 5, aToB: flagAt(1) }, authority: 3 };

export const GAVEL: DexProgram = {
  id: 'srAMMzfVHVAtgSJc8iH6CfKzuWuUTzLHVCE81QU1rgi',
  name: 'Gavel',
  kind: 'constant_product',
  instructions: [
    swap('swap', '00', HOP, byFlag(11, 2, 0, 1)),
    added('add_liquidity', '01', 2, [7, 8], 3),
    removed('remove_liquidity', '02', 2, [7, 8], 3),
    collected('withdraw_lp_fees', '04', 2, [7], 3),
    created('initialize_pool', '06', 2, [6, 7], 3),
    collected('withdraw_protocol_fees', '07', 2, [5], 3),
  ],
};
