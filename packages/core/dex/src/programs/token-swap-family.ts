import type { HopLayout, InstructionLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { added, created, removed, swap } from './describe.js';

/**
 * The instructions of SPL token-swap, which Orca's first pools, Saros and others are copies of.
 *
 * Source: solana-program-library `token-swap/program/src/instruction.rs`; the same indexes in sevenlabs-hq/carbon
 * `decoders/fluxbeam-decoder/src/instructions` and okxlabs/DEX-Router-Solana-V1 `adapters/spl_token_swap.rs`.
 */
const HOP: HopLayout = { pool: 0, vaults: [4, 5], trader: { source: 3, destination: 6 }, authority: 2 };

export const TOKEN_SWAP_INSTRUCTIONS: readonly InstructionLayout[] = [
  swap('swap', '01', HOP, leastOut(9)),
  // Its vaults are filled beforehand by separate transfers.
  created('initialize', '00', 0, [2, 3], null),
  added('deposit_all_token_types', '02', 0, [5, 6], 2),
  removed('withdraw_all_token_types', '03', 0, [5, 6], 2),
  added('deposit_single_token_type_exact_amount_in', '04', 0, [4, 5], 2),
  removed('withdraw_single_token_type_exact_amount_out', '05', 0, [5, 6], 2),
];
