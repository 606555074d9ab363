import {
  ofLength,
  type RouteLimitLayout,
  routeLimit,
  slippedLimit,
  statedLimit,
} from './route-limit-layout.js';

/**
 * Jupiter v6: a quote and a slippage. The first version has them at the end of the data, after the route: amount, quote
 * (u64 each), slippage (u16), fee (u8); the second before the route. The quote is what the user gets after Jupiter's
 * fee.
 *
 * Source: sevenlabs-hq/carbon `decoders/jupiter-swap-decoder/src/instructions` (data and accounts); quotes of Jupiter's
 * API in public code, 16198753 with 50 and 166974 with 1 basis points giving 16117760 and 166958 (rounded up), and its
 * documentation (`outAmount` includes platform fees).
 */
const JUPITER_OUT = slippedLimit('least_out', -11, -3);
const JUPITER_IN = slippedLimit('most_in', -11, -3);

export const JUPITER_V6_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('route', 'e517cb977ae3ad2a', JUPITER_OUT, 5),
  routeLimit('route_with_token_ledger', '96564774a75d0e68', JUPITER_OUT, 5),
  routeLimit('shared_accounts_route', 'c1209b3341d69c81', JUPITER_OUT, 8),
  routeLimit('shared_accounts_route_with_token_ledger', 'e6798f50779f6aaa', JUPITER_OUT, 8),
  routeLimit('exact_out_route', 'd033ef977b2bed5c', JUPITER_IN, 5),
  routeLimit('shared_accounts_exact_out_route', 'b0d169a89a7d453e', JUPITER_IN, 7),
  routeLimit('route_v2', 'bb64facc31c4af14', slippedLimit('least_out', 16, 24), 4),
  routeLimit('shared_accounts_route_v2', 'd19853937cfed8e9', slippedLimit('least_out', 17, 25), 7),
  routeLimit('exact_out_route_v2', '9d8ab85215f4f324', slippedLimit('most_in', 16, 24), 3),
  routeLimit('shared_accounts_exact_out_route_v2', '3560e5cad8bbfa18', slippedLimit('most_in', 17, 25), 6),
];

/**
 * OKX: amount in, expected amount out, least amount out. The least is of what the destination account gained after
 * commissions in tokens.
 *
 * Source: okxlabs/DEX-Router-Solana-V1 `programs/dex-solana/src/instructions/common_swap.rs`, `lib.rs`; discriminators
 * and accounts in sevenlabs-hq/carbon `decoders/okx-dex-decoder`, `decoders/onchain-labs-dex-v1-decoder`. The second
 * program states a slippage, whose unit no source gives: not decoded.
 */
const OKX_OUT = statedLimit('least_out', 24, 16);

export const OKX_LIMITS: readonly RouteLimitLayout[] = [
  ['swap', 'f8c69e91e17587c8'],
  ['swap2', '414b3f4ceb5b5b88'],
  ['swap_v3', 'f0e02621b01ff1af'],
  ['swap_tob_v3', '0ebf2cf68ee1e09d'],
  ['swap_tob_v3_enhanced', 'ec479b44c6620e76'],
  ['swap_tob_v3_with_receiver', '3f72f6833302f71d'],
  ['proxy_swap', '132c829448382cee'],
  ['commission_sol_swap', '5180864972492d5e'],
  ['commission_sol_swap2', '71841f4a63a93992'],
  ['commission_spl_swap', 'eb47d3c472c78f5c'],
  ['commission_spl_swap2', 'ad834e2696a57b0f'],
  ['commission_sol_proxy_swap', '1e21d05b1f9d2512'],
  ['commission_spl_proxy_swap', '60430c9781a41247'],
  ['platform_fee_sol_proxy_swap_v2', '45c8fef7283476ca'],
  ['platform_fee_spl_proxy_swap_v2', '45a4d25992d6ad43'],
  ['from_swap_log', '85ba0f691f4c1f70'],
  ['commission_sol_from_swap', '813b450a844c2314'],
  ['commission_spl_from_swap', '054d9032dee4e9ab'],
].map(([name, discriminator]) => routeLimit(name!, discriminator!, OKX_OUT, 4));

/**
 * DFlow: a quote after its fee, and a slippage, at the end of the data: quote (u64), slippage, fee (u16 each), in the
 * second version one byte more. How it rounds is not known: exact to one unit.
 *
 * Source: sevenlabs-hq/carbon `decoders/dflow-aggregator-v4-decoder/src/types/swap_params.rs`, `swap2_params.rs`.
 */
const DFLOW_OUT = slippedLimit('least_out', -12, -4);
const DFLOW_OUT_2 = slippedLimit('least_out', -13, -5);

export const DFLOW_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('swap', 'f8c69e91e17587c8', DFLOW_OUT, null),
  routeLimit('swap_with_destination', 'a8ac184dc59c8765', DFLOW_OUT, 6),
  routeLimit('swap_with_destination_native', 'cd4d7f6cf120c4c3', DFLOW_OUT, null),
  routeLimit('swap2', '414b3f4ceb5b5b88', DFLOW_OUT_2, null),
  routeLimit('swap2_with_destination', '5f7bd5f67a0156e7', DFLOW_OUT_2, 6),
  routeLimit('swap2_with_destination_native', 'de64b892bac469a5', DFLOW_OUT_2, null),
];

/**
 * Titan: amount in, least amount out. The third version is left out: its interface is not published.
 *
 * Source: Titan-Pathfinder/titan-v2-cpi-example `titan_swap.json`.
 */
const TITAN_OUT = statedLimit('least_out', 16);

export const TITAN_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('swap_route', '56b7a3900032ad1c', TITAN_OUT, 4),
  routeLimit('swap_route_v2', 'f95b542145160087', TITAN_OUT, 4),
];

/**
 * Raydium's router: tag, then amount in and least amount out, or most amount in and amount out.
 *
 * Source: raydium-io/raydium-sdk-V2 `src/raydium/tradeV2/instrument.ts`.
 */
export const RAYDIUM_ROUTER_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('swap_base_in', '00', statedLimit('least_out', 9), null),
  routeLimit('swap_base_out', '01', statedLimit('most_in', 1), null),
];

/**
 * Binance Wallet's inner router: amount in, expected amount out, least amount out, as OKX's, with other accounts. Its
 * outer program wraps the same bytes and states nothing else.
 *
 * Source: block 355825332, transaction 154: 620859628 expected and got, at least 614651032.
 */
export const BINANCE_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('proxy_swap', '132c829448382cee', OKX_OUT, null),
];

/**
 * Axiom's buy on Pump.fun's curve: tag, lamports in, least tokens out. The pool's own instruction under it only repeats
 * the lamports.
 *
 * Source: block 361774429, transaction 203: 1683000000 lamports, at least 28050891768588, got 33661070122306. Of its
 * other programs no executed trade was at hand: not decoded.
 */
export const AXIOM_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('buy', '00', ofLength(17, statedLimit('least_out', 9)), null),
];

/**
 * Photon's buy on Pump.fun's curve: time, lamports in, least tokens out, fee (u64 each). The pool's own instruction
 * under it only repeats the lamports. A sale passes its least amount on to the pool's instruction.
 *
 * Source: three trades of 2025: at least 5326107853994 and 292419578144, got 5609742876530 and 294233863538; a sale
 * that names 825562647 in both instructions.
 */
export const PHOTON_LIMITS: readonly RouteLimitLayout[] = [
  routeLimit('buy', '52e177e74e1d2d46', statedLimit('least_out', 24), null),
];
