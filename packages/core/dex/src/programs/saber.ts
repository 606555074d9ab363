import type { DexProgram } from '../layout.js';
import { leastOut } from './data-limits.js';
import { added, created, removed, swap } from './describe.js';

/**
 * Saber's stable pools. The admin's fee is paid out of the destination vault.
 *
 * Source: saber-hq/stable-swap `stable-swap-client/src/instruction.rs`.
 */
export const SABER: DexProgram = {
  id: 'SSwpkEEcbUqx4vtoEByFjSkhKdCT862DNVb52nZg1UZ',
  name: 'Saber',
  kind: 'stable',
  instructions: [
    swap(
      'swap',
      '01',
      {
        pool: 0,
        vaults: [4, 5],
        trader: { source: 3, destination: 6 },
        authority: 2,
      },
      leastOut(9),
    ),
    created('initialize', '00', 0, [6, 8], null),
    added('deposit', '02', 0, [5, 6], 2),
    removed('withdraw', '03', 0, [5, 6], 2),
    removed('withdraw_one', '04', 0, [5, 6], 2),
  ],
};
