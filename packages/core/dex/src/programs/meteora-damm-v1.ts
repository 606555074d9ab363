import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';

/**
 * Meteora's dynamic pools. Their tokens lie in dynamic vaults that several pools share, so a vault's gain is the sum
 * over all of them. A pool is constant product or stable; its instructions do not say which.
 *
 * Source: sevenlabs-hq/carbon `decoders/meteora-pools-decoder/src/instructions`.
 */
const HOP: HopLayout = { pool: 0, vaults: [5, 6], trader: { source: 1, destination: 2 }, authority: 12 };

export const METEORA_DAMM_V1: DexProgram = {
  id: 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB',
  name: 'Meteora DAMM v1',
  kind: 'constant_product',
  instructions: [
    swap('swap', 'f8c69e91e17587c8', HOP, leastOut(16)),
    created('initialize_permissioned_pool', '4d55b29d3230d47e', 0, [], 15),
    created('initialize_permissionless_pool', '76ad299dad486167', 0, [6, 7], 17),
    created('initialize_permissionless_pool_with_fee_tier', '06874493e552a971', 0, [6, 7], 17),
    created('initialize_permissionless_constant_product_pool_with_config', '07a68aabceabecf4', 0, [7, 8], 18),
    created(
      'initialize_permissionless_constant_product_pool_with_config2',
      '3095dc823d0b09b2',
      0,
      [7, 8],
      18,
    ),
    created(
      'initialize_customizable_permissionless_constant_product_pool',
      '9118acc2db7d03be',
      0,
      [6, 7],
      17,
    ),
    added('add_balance_liquidity', 'a8e3323ebdab54b0', 0, [9, 10], 13),
    added('add_imbalance_liquidity', '4f237a54ad0f5dbf', 0, [9, 10], 13),
    added('bootstrap_liquidity', '04e4d747e1fd77ce', 0, [9, 10], 13),
    removed('remove_balance_liquidity', '856d2cb338ee7221', 0, [9, 10], 13),
    removed('remove_liquidity_single_side', '5454b142feb90afb', 0, [9, 10], 12),
    collected('claim_fee', 'a9204f8988e84689', 0, [7, 8], 3),
  ],
};
