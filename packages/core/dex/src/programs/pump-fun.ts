import { equalBytes } from '@tickscope/chain';
import type {
  AccountIndex,
  CurveAmounts,
  CurveTrade,
  CurveTradeLayout,
  DexProgram,
  LimitPlace,
} from '../layout.js';
import { leastOut, mostIn } from './data-limits.js';
import { created, rebate, removed } from './describe.js';
import { readPumpTradeEvent } from './pump-trade-event.js';

/**
 * Pump.fun's bonding curve, which holds native SOL. A buyer's lamports go by system transfers to the curve and the fee
 * recipients. A seller is paid directly from the curve's lamports, which no instruction shows. The second version of
 * the instructions can also be quoted in a token; with wrapped SOL as quote it uses native SOL again.
 *
 * Source: pump-fun/pump-public-docs `idl/pump.json`, `docs/instructions/BUY.md`, `SELL.md` (accounts added later come
 * after those named here).
 */

/**
 * Before the event contained fees, they were 1 % of what the curve moved (`docs/PUMP_PROGRAM_README.md`), rounded down
 * and later up. With a single trade in the transaction, the fee recipient's gain shows the exact amount.
 */
const OLD_FEE_DIVISOR = 100n;

function lamportsOf(wallet: AccountIndex, feeRecipient: AccountIndex) {
  return (trade: CurveTrade): CurveAmounts | null => {
    for (const data of trade.selfCalls) {
      const event = readPumpTradeEvent(data);
      if (event === null || event.isBuy !== (trade.side === 'buy') || !equalBytes(event.mint, trade.mint))
        continue;
      const pool = event.solAmount;
      if (trade.side === 'sell') {
        const fees = event.feesLamports ?? oldSaleFee(trade, feeRecipient, pool);
        return { pool, trader: pool > fees ? pool - fees : 0n };
      }
      return { pool, trader: pool + (event.feesLamports ?? trade.moved(wallet, feeRecipient)) };
    }
    return null;
  };
}

function oldSaleFee(trade: CurveTrade, feeRecipient: AccountIndex, pool: bigint): bigint {
  const gained = trade.isOnlyOfProgram ? trade.change(feeRecipient) : null;
  const rounded = pool / OLD_FEE_DIVISOR;
  return gained === rounded || gained === rounded + 1n ? gained : rounded;
}

function trade(
  side: 'buy' | 'sell',
  name: string,
  discriminator: string,
  limit: LimitPlace,
): CurveTradeLayout {
  return {
    does: 'curve_trade',
    name,
    discriminator,
    side,
    pool: 3,
    vault: 4,
    mint: 2,
    traderAccount: 5,
    authority: 6,
    wallet: 6,
    limit,
    lamports: lamportsOf(6, 1),
  };
}

function tradeV2(
  side: 'buy' | 'sell',
  name: string,
  discriminator: string,
  limit: LimitPlace,
): CurveTradeLayout {
  return {
    does: 'curve_trade',
    name,
    discriminator,
    side,
    pool: 10,
    vault: 11,
    mint: 1,
    traderAccount: 14,
    authority: 13,
    wallet: 13,
    limit,
    lamports: lamportsOf(13, 6),
    quote: { mint: 2, vault: 12, traderAccount: 15 },
  };
}

export const PUMP_FUN: DexProgram = {
  id: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  name: 'Pump.fun',
  kind: 'bonding_curve',
  instructions: [
    trade('buy', 'buy', '66063d1201daebea', mostIn(16)),
    trade('buy', 'buy_exact_sol_in', '38fc74089edfcd5f', leastOut(16)),
    trade('sell', 'sell', '33e685a4017f83ad', leastOut(16)),
    tradeV2('buy', 'buy_v2', 'b817ee6167c5d33d', mostIn(16)),
    tradeV2('buy', 'buy_exact_quote_in_v2', 'c2ab1c46684d5b2f', leastOut(16)),
    tradeV2('sell', 'sell_v2', '5df6823ce7e940b2', leastOut(16)),
    created('create', '181ec828051c0777', 2, [3], 7),
    created('create_v2', 'd6904cec5f8b31b4', 2, [3], 5),
    removed('migrate', '9beae792ec9ea21e', 3, [4], 5),
    removed('migrate_v2', 'bbcb121fceedfe29', 4, [5, 6], 7),
    // The first version pays in lamports that no instruction shows.
    rebate('claim_cashback_v2', '7af3cc415e741d37', 0, 5, 6),
  ],
};
