import type { DexProgram } from '../layout.js';
import { flagAt } from './data-flags.js';
import { added, created, removed, swap } from './describe.js';

/**
 * OpenBook v2, an order book. Only an order that is filled immediately is a swap.
 *
 * The market is the fourth account after the signer of an order, and the sixth of an instruction that places several:
 * those name both of the user's token accounts.
 *
 * Source: sevenlabs-hq/carbon `decoders/openbook-v2-decoder/src/instructions`; the side's byte in
 * okxlabs/DEX-Router-Solana-V1 `adapters/openbookv2.rs` (0 bid, 1 ask).
 */
export const OPENBOOK_V2: DexProgram = {
  id: 'opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb',
  name: 'OpenBook v2',
  kind: 'order_book',
  instructions: [
    swap('place_take_order', '032c47031ac7cb55', {
      pool: 2,
      vaults: [6, 7],
      trader: { a: 9, b: 10, aToB: flagAt(8) },
      authority: 0,
    }),
    created('create_market', '67e261ebc8bcfbfe', 0, [6, 7], 5),
    added('deposit', 'f223c68952e1f2b6', 4, [5, 6], 0),
    added('place_order', '33c29baf6d82606a', 4, [8], 0),
    added('place_order_pegged', '8db9fb3f4a55d291', 4, [8], 0),
    added('place_orders', '3c3f327b0cc53cbe', 5, [9, 10], 0),
    added('cancel_all_and_place_orders', '809bde3cba28e132', 5, [9, 10], 0),
    added('edit_order', 'fed0761dadf8c846', 4, [8], 0),
    added('edit_order_pegged', '3ebb7d451add9d85', 4, [8], 0),
    removed('settle_funds', 'ee40a3604bab1021', 3, [5, 6], 0),
  ],
};
