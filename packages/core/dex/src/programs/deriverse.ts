import type { DexProgram, HopLayout } from '../layout.js';
import { flagAt } from './data-flags.js';
import { swap } from './describe.js';

/**
 * Deriverse, an order book with a pool behind it. Byte 1: 0 pays the asset (a) for the currency (b). Tag 85, a
 * leveraged position, is not a swap.
 *
 * Source: deriverse/okx-deriverse `programs/dex-solana/src/adapters/deriverse.rs`; a public decoder whose layouts were
 * checked on executed swaps (`solana_swap_protocols.py`; lengths and number of accounts).
 */
const HOP: HopLayout = {
  pool: 5,
  vaults: [3, 4],
  trader: { a: 11, b: 12, aToB: flagAt(1, 0, 1) },
  authority: 0,
};

export const DERIVERSE: DexProgram = {
  id: 'DRVSpZ2YUYYKgZP8XtLhAGtT1zYSCKzeHfb4DgRnrgqD',
  name: 'Deriverse',
  kind: 'order_book',
  instructions: [{ ...swap('swap', '1a', HOP), dataLength: [24, 32], minAccounts: 14 }],
};
