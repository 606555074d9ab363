import { equalBytes } from '@tickscope/chain';
import type { CurveAmounts, CurveTrade, CurveTradeLayout, DexProgram } from '../layout.js';
import { created, removed } from './describe.js';

/**
 * Moonshot (now Moonit): bonding curves in native SOL. A buyer's lamports go by system transfers to the curve and two
 * fee accounts. A seller is paid directly from the curve's lamports, without a transfer. The curve's loss is visible in
 * its balance if the transaction has no other instruction of the program; the fees are in the program's event, which
 * must agree. The data states a slippage beside both amounts; how the program rounds the limit is not known.
 *
 * Source: sevenlabs-hq/carbon `decoders/moonshot-decoder/src/instructions`; okxlabs/DEX-Router-Solana-V1
 * `adapters/moonit.rs`.
 */
const SENDER = 0;
const CURVE = 2;
const DEX_FEE = 4;
const HELIO_FEE = 5;
const TRADE_EVENT = Buffer.from('e445a52e51cb9a1dbddb7fd34ee661ee', 'hex');

function bought(trade: CurveTrade): CurveAmounts | null {
  const pool = trade.moved(SENDER, CURVE);
  if (pool === 0n) return null;
  return { pool, trader: pool + trade.moved(SENDER, DEX_FEE) + trade.moved(SENDER, HELIO_FEE) };
}

function sold(trade: CurveTrade): CurveAmounts | null {
  const change = trade.change(CURVE);
  if (!trade.isOnlyOfProgram || change === null || change >= 0n) return null;
  const pool = -change;
  for (const data of trade.selfCalls) {
    if (data.length < 48 || !equalBytes(data.subarray(0, 16), TRADE_EVENT)) continue;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const collateral = view.getBigUint64(24, true);
    const fees = view.getBigUint64(32, true) + view.getBigUint64(40, true);
    if (fees <= pool && (collateral === pool || collateral === pool - fees))
      return { pool, trader: pool - fees };
  }
  return null;
}

function trade(side: 'buy' | 'sell', discriminator: string): CurveTradeLayout {
  return {
    does: 'curve_trade',
    name: side,
    discriminator,
    side,
    pool: CURVE,
    vault: 3,
    mint: 6,
    traderAccount: 1,
    authority: SENDER,
    wallet: SENDER,
    limit: null,
    lamports: side === 'buy' ? bought : sold,
  };
}

export const MOONSHOT: DexProgram = {
  id: 'MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG',
  name: 'Moonshot',
  kind: 'bonding_curve',
  instructions: [
    trade('buy', '66063d1201daebea'),
    trade('sell', '33e685a4017f83ad'),
    created('token_mint', '032ca4b87b0df5b3', CURVE, [5], SENDER),
    removed('migrate_funds', '2ae50ae7bd3ec1ae', CURVE, [3], 1),
  ],
};
