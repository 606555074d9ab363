import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * Raydium's first AMM, constant product. It used to be backed by an order book, whose accounts make its instructions 17
 * or 18 accounts long; those are counted from the end. Settlements from the book's vaults are not part of the swap.
 *
 * Source: raydium-io/raydium-amm `program/src/instruction.rs`; sevenlabs-hq/carbon
 * `decoders/raydium-amm-v4-decoder/src/instructions`.
 */
const WITH_BOOK: HopLayout = {
  pool: 1,
  vaults: [-13, -12],
  trader: { source: -3, destination: -2 },
  authority: -1,
  settlement: [-6, -5],
};
const WITHOUT_BOOK: HopLayout = {
  pool: 1,
  vaults: [3, 4],
  trader: { source: 5, destination: 6 },
  authority: 7,
};

export const RAYDIUM_AMM_V4: DexProgram = {
  id: '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8',
  name: 'Raydium AMM v4',
  kind: 'constant_product',
  instructions: [
    { ...swap('swap_base_in', '09', WITH_BOOK, leastOut(9)), minAccounts: 17 },
    { ...swap('swap_base_out', '0b', WITH_BOOK, mostIn(1)), minAccounts: 17 },
    swap('swap_base_in_v2', '10', WITHOUT_BOOK, leastOut(9)),
    swap('swap_base_out_v2', '11', WITHOUT_BOOK, mostIn(1)),
    created('initialize', '00', 3, [9, 10], 17),
    created('initialize2', '01', 4, [10, 11], 17),
    added('deposit', '03', 1, [6, 7], 12),
    removed('withdraw', '04', 1, [6, 7], 18),
    collected('withdraw_pnl', '07', 1, [5, 6], 9),
  ],
};
