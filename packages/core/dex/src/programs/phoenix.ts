import type { DexProgram } from '../layout.js';
import { flagAt } from './data-flags.js';
import { added, created, removed, swap } from './describe.js';

/**
 * Phoenix, an order book. A swap that matches no order moves nothing and is not reported. Resting orders, deposits and
 * withdrawals count as liquidity of the market.
 *
 * Source: sevenlabs-hq/carbon `decoders/phoenix-v1-decoder/src/instructions`; the side's byte in
 * okxlabs/DEX-Router-Solana-V1 `adapters/phoenix.rs` (tag, order type, side: 0 bid, 1 ask).
 */
export const PHOENIX: DexProgram = {
  id: 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY',
  name: 'Phoenix',
  kind: 'order_book',
  instructions: [
    swap('swap', '00', {
      pool: 2,
      vaults: [6, 7],
      trader: { a: 4, b: 5, aToB: flagAt(2) },
      authority: 3,
    }),
    created('initialize_market', '64', 2, [6, 7], 3),
    added('place_limit_order', '02', 2, [7, 8], 3),
    added('place_multiple_post_only_orders', '10', 2, [7, 8], 3),
    added('deposit_funds', '0d', 2, [7, 8], 3),
    removed('withdraw_funds', '0c', 2, [6, 7], 3),
    removed('reduce_order', '04', 2, [6, 7], 3),
    removed('cancel_all_orders', '06', 2, [6, 7], 3),
    removed('cancel_up_to', '08', 2, [6, 7], 3),
    removed('cancel_multiple_orders_by_id', '0a', 2, [6, 7], 3),
  ],
};
