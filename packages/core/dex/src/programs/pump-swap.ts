import type { DexProgram, HopLayout } from '../layout.js';
import { always, never } from './data-flags.js';
import { leastOut, mostIn } from './data-limits.js';
import { added, created, rebate, removed, swap } from './describe.js';

/**
 * PumpSwap, the pools that Pump.fun's tokens move to. On a buy the trader pays the protocol's and the creator's fees
 * beside the pool; on a sell the pool's quote vault pays them. For a cashback coin the creator's fee collects in an
 * account of the trader, which `claim_cashback` empties.
 *
 * Source: pump-fun/pump-public-docs `idl/pump_amm.json`, `docs/PUMP_CASHBACK_README.md` (accounts added later come
 * after those named here).
 */
const BUY: HopLayout = { pool: 0, vaults: [7, 8], trader: { a: 5, b: 6, aToB: never }, authority: 1 };
const SELL: HopLayout = { ...BUY, trader: { a: 5, b: 6, aToB: always } };

export const PUMP_SWAP: DexProgram = {
  id: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  name: 'PumpSwap',
  kind: 'constant_product',
  instructions: [
    swap('buy', '66063d1201daebea', BUY, mostIn(16)),
    swap('buy_exact_quote_in', 'c62e1552b4d9e870', BUY, leastOut(16)),
    swap('sell', '33e685a4017f83ad', SELL, leastOut(16)),
    created('create_pool', 'e992d18ecf6840bc', 0, [9, 10], 2),
    added('deposit', 'f223c68952e1f2b6', 0, [9, 10], 2),
    removed('withdraw', 'b712469c946da122', 0, [9, 10], 2),
    rebate('claim_cashback', '253a237ebe35e4c5', 0, 4, 5),
  ],
};
