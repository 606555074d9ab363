import type { Account, Mint } from '../../account.js';
import { instruction } from '../../kinds/common.js';
import type { PlanContext, Scenario } from '../../kinds/kind.js';
import type { Pool, TransactionPlan } from '../../plan.js';
import { readonly, readonlySigner, writable } from '../../transaction-parts.js';
import { ceilDiv } from '../curve.js';
import { RaydiumCurve } from '../curves/raydium-curve.js';
import { DataWriter } from '../data-writer.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import type { Market } from '../market.js';
import { type Bot, botPlan, newBot } from '../sandwich/bot.js';
import { swapCall, tokenTransferChecked } from '../token-calls.js';
import { innerOf } from '../trade.js';
import { payWith, trade } from './retail.js';

/** Probability per block. */
const RATE = 0.03;

/**
 * Liquidity added to a pool just before a trade and removed just after it, to earn the trade's fee. Raydium CPMM
 * `deposit` and `withdraw` (raydium-io/raydium-idl `raydium_cpmm/raydium_cp_swap.json`).
 */
export function jitLiquidity(market: Market): Scenario {
  const cpmm = market.pools.filter(({ dex }) => dex.name === 'raydium_cpmm');
  return {
    name: 'jit_liquidity',
    schedule(context) {
      const { random, slot } = context;
      if (!random.chance(RATE)) return [];
      const pool = random.pick(cpmm);
      if (pool.reservedUntilSlot > slot || pool.journal !== null) return [];
      pool.reservedUntilSlot = slot + 1;
      const bot = newBot({ market, context });
      const { put, take } = liquidityMoves(market, bot, pool, BigInt(random.between(50, 250)));
      const position = 0.05 + 0.8 * random.unit();
      const user = market.newWallet(400_000_000_000);
      return [
        { position, plan: put },
        { position, plan: (now) => customerPlan(market, pool, user, now) },
        { position, plan: take },
      ];
    },
  };
}

/** A bot that puts liquidity into a Raydium CPMM pool and takes it out again. @param share of the reserves, in thousandths */
export function liquidityMoves(
  market: Market,
  bot: Bot,
  pool: Pool,
  share: bigint,
): { put(now: PlanContext): TransactionPlan; take(now: PlanContext): TransactionPlan } {
  const lpMint: Mint = {
    account: market.shared.newAccount(1_461_600),
    decimals: 9,
    tokenProgram: pool.baseMint.tokenProgram,
  };
  market.fundedAccountOf(bot.wallet, pool.baseMint, pool.curve.baseReserve);
  const move = (isDeposit: boolean, whole: bigint, now: PlanContext): TransactionPlan => {
    const { baseReserve, quoteReserve } = pool.curve;
    const moved = { base: (baseReserve * share) / whole, quote: (quoteReserve * share) / whole };
    return liquidityPlan(market, bot, pool, lpMint, moved, isDeposit, now);
  };
  return {
    put: (now) => move(true, 1_000n, now),
    // The present value of its share: more of one token, less of the other.
    take: (now) => move(false, 1_000n + share, now),
  };
}

function customerPlan(market: Market, pool: Pool, user: Account, context: PlanContext): TransactionPlan {
  const plan = swapPlan('dex_retail', user, context);
  const most = pool.curve.quoteReserve / 30n;
  const amountIn = most < 100_000_000_000n ? most : 100_000_000_000n;
  payWith(plan, market, context, pool, user, amountIn);
  return trade(plan, market, context, { pool, isBuy: true, wallet: user, amountIn, way: 'direct' }, false);
}

function liquidityPlan(
  market: Market,
  bot: Bot,
  pool: Pool,
  lpMint: Mint,
  { base, quote }: { base: bigint; quote: bigint },
  isDeposit: boolean,
  context: PlanContext,
): TransactionPlan {
  const { accounts, baseMint, quoteMint, baseVault, quoteVault } = pool;
  const plan = botPlan('dex_jit_liquidity', bot, context);
  const party = market.partyOf(bot.wallet, pool);
  const lpAccount = market.tokenAccountOf(bot.wallet, lpMint);
  const lpAmount = isDeposit ? ceilDiv(base, 1_000n) + 1n : lpAccount.token!.amount;
  const authority = accounts['authority']!;
  const quoteAccount = party.quote!;
  const call = swapCall(
    pool.dex.program,
    [
      readonlySigner(bot.wallet),
      readonly(authority),
      writable(pool.account),
      writable(lpAccount),
      writable(party.base),
      writable(quoteAccount),
      writable(baseVault),
      writable(quoteVault),
      readonly(market.shared.token),
      readonly(context.world.programs.token2022),
      readonly(baseMint.account),
      readonly(quoteMint.account),
      writable(lpMint.account),
      ...(isDeposit ? [] : [readonly(market.shared.memo)]),
    ],
    new DataWriter()
      .hex(isDeposit ? 'f223c68952e1f2b6' : 'b712469c946da122')
      .u64(lpAmount)
      .u64(base)
      .u64(quote)
      .done(),
  );
  const lpData = new DataWriter()
    .u8(isDeposit ? 7 : 8)
    .u64(lpAmount)
    .done();
  const lp = isDeposit
    ? {
        accounts: [lpMint.account, lpAccount, authority],
        move: { from: null, to: lpAccount, amount: lpAmount },
      }
    : {
        accounts: [lpAccount, lpMint.account, bot.wallet],
        move: { from: lpAccount, to: null, amount: lpAmount },
      };
  if (isDeposit) {
    tokenTransferChecked(call, baseMint, party.base, baseVault, bot.wallet, base);
    tokenTransferChecked(call, quoteMint, quoteAccount, quoteVault, bot.wallet, quote);
  } else {
    tokenTransferChecked(call, baseMint, baseVault, party.base, authority, base);
    tokenTransferChecked(call, quoteMint, quoteVault, quoteAccount, authority, quote);
  }
  call.inner.push({ program: lpMint.tokenProgram, accounts: lp.accounts, data: lpData });
  call.tokenMoves.push(lp.move);
  plan.instructions.push(instruction(call.program, call.uses, call.data, innerOf(call, 2)));
  plan.tokenMoves.push(...call.tokenMoves);
  plan.computeUnits = 60_000;
  if (!(pool.curve instanceof RaydiumCurve))
    throw new Error('liquidity is moved in a pool that is not of raydium_cpmm');
  const sign = isDeposit ? 1n : -1n;
  pool.curve = pool.curve.withLiquidity(sign * base, sign * quote);
  return finishPlan(plan);
}
