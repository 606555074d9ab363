import type { CurveAmounts, CurveTrade, CurveTradeLayout, DexProgram } from '../layout.js';
import { leastOut } from './data-limits.js';
import { created } from './describe.js';

/**
 * Boop: bonding curves whose SOL lies in a separate account. Reads only system transfers; a trade whose SOL leg they do
 * not show is omitted.
 *
 * Source: sevenlabs-hq/carbon `decoders/boop-decoder/src/instructions`; okxlabs/DEX-Router-Solana-V1
 * `adapters/boopfun.rs`.
 */
const FEES = 2;
const SOL_VAULT = 4;
const TRADER = 6;
const RECIPIENT = 7;

function bought(trade: CurveTrade): CurveAmounts | null {
  const pool = trade.moved(TRADER, SOL_VAULT);
  return pool === 0n ? null : { pool, trader: pool + trade.moved(TRADER, FEES) };
}

function sold(trade: CurveTrade): CurveAmounts | null {
  const trader = trade.moved(SOL_VAULT, RECIPIENT);
  return trader === 0n ? null : { pool: trade.moved(SOL_VAULT, null), trader };
}

const BUY: CurveTradeLayout = {
  does: 'curve_trade',
  name: 'buy_token',
  discriminator: '8a7f0e5b26577369',
  side: 'buy',
  pool: 1,
  solVault: SOL_VAULT,
  vault: 3,
  mint: 0,
  traderAccount: 5,
  authority: TRADER,
  wallet: TRADER,
  limit: leastOut(16),
  lamports: bought,
};

const SELL: CurveTradeLayout = {
  ...BUY,
  name: 'sell_token',
  discriminator: '6d3d28bbe6b087ae',
  side: 'sell',
  wallet: RECIPIENT,
  lamports: sold,
};

export const BOOP: DexProgram = {
  id: 'boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4',
  name: 'Boop',
  kind: 'bonding_curve',
  instructions: [
    BUY,
    SELL,
    created('deploy_bonding_curve', 'b459c74ca8ecd98a', 2, [4], 6),
    created('deploy_bonding_curve_fallback', '35e6ac544dae163d', 2, [4], 6),
  ],
};
