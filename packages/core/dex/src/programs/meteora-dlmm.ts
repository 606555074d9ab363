import type { DexProgram, HopLayout } from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { added, collected, created, removed, swap } from './describe.js';
import { DLMM_SWAP } from './dlmm-swap-event.js';

/**
 * Meteora DLMM: liquidity in bins of one price each. Limit orders lie in the reserves, so replay treats them as
 * liquidity.
 *
 * Source: MeteoraAg/dlmm-sdk `idls/dlmm.json`; fee claims in sevenlabs-hq/carbon `decoders/meteora-dlmm-decoder`.
 */
const HOP: HopLayout = { pool: 0, vaults: [2, 3], trader: { source: 4, destination: 5 }, authority: 10 };

export const METEORA_DLMM: DexProgram = {
  id: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  name: 'Meteora DLMM',
  kind: 'bins',
  swapEvent: DLMM_SWAP,
  instructions: [
    swap('swap', 'f8c69e91e17587c8', HOP, leastOut(16)),
    swap('swap2', '414b3f4ceb5b5b88', HOP, leastOut(16)),
    swap('swap_exact_out', 'fa49652126cf4bb8', HOP, mostIn(8)),
    swap('swap_exact_out2', '2bd7f784893cf351', HOP, mostIn(8)),
    swap('swap_with_price_impact', '38ade6d0ade49ccd', HOP),
    swap('swap_with_price_impact2', '4a62c0d6b1334b33', HOP),
    created('initialize_lb_pair', '2d9aedd2dd0fa65c', 0, [4, 5], 8),
    created('initialize_lb_pair2', '493b2478ed536cc6', 0, [4, 5], 8),
    created('initialize_customizable_permissionless_lb_pair', '2e2729876fb7c840', 0, [4, 5], 8),
    created('initialize_customizable_permissionless_lb_pair2', 'f349817e3313f16b', 0, [4, 5], 8),
    created('initialize_permission_lb_pair', '6c66d555fb033515', 1, [5, 6], 8),
    added('add_liquidity', 'b59d59438fb63448', 1, [5, 6], 11),
    added('add_liquidity2', 'e4a24e1c46db7473', 1, [5, 6], 9),
    added('add_liquidity_by_strategy', '0703967f94283dc8', 1, [5, 6], 11),
    added('add_liquidity_by_strategy2', '03dd95da6f8d76d5', 1, [5, 6], 9),
    added('add_liquidity_by_weight', '1c8cee63e7a21595', 1, [5, 6], 11),
    added('add_liquidity_by_weight2', 'd13b3f5b6fc899e4', 1, [5, 6], 9),
    added('add_liquidity_by_strategy_one_side', '2905eeaf64e106cd', 1, [4], 8),
    added('add_liquidity_one_side', '5e9b6797465fdca5', 1, [4], 8),
    added('add_liquidity_one_side_precise', 'a1c26754ab47fa9a', 1, [4], 8),
    added('add_liquidity_one_side_precise2', '2133a3c975627de7', 1, [4], 6),
    added('rebalance_liquidity', '5c04b0c177b95309', 1, [5, 6], 9),
    added('place_limit_order', '6cb021ba92e501c5', 0, [2], 8),
    removed('cancel_limit_order', '849c841f4328e861', 0, [2, 3], 9),
    removed('remove_liquidity', '5055d14818ceb16c', 1, [5, 6], 11),
    removed('remove_liquidity2', 'e6d7527ff165e392', 1, [5, 6], 9),
    removed('remove_liquidity_by_range', '1a526698f04a691a', 1, [5, 6], 11),
    removed('remove_liquidity_by_range2', 'cc02c391359191cd', 1, [5, 6], 9),
    removed('remove_all_liquidity', '0a333d2370691855', 1, [5, 6], 11),
    collected('claim_fee', 'a9204f8988e84689', 0, [5, 6], 4),
    collected('claim_fee2', '70bf65ab1c907fbb', 0, [3, 4], 2),
    collected('withdraw_protocol_fee', '9ec99ebd215da267', 0, [1, 2], 8),
  ],
};
