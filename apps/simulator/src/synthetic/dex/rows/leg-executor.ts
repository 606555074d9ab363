import { Account } from '../../account.js';
import { tip } from '../../kinds/common.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { Party, Pool, TransactionPlan } from '../../plan.js';
import type { RouteWay } from '../aggregator.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import { type Bot, newPrivateProgram } from '../sandwich/bot.js';
import { swapBy } from '../swap-by.js';
import { type PrivateProgram, quote } from '../trade.js';
import type { Stage, Trip } from './row.js';
import { mark } from './scene-pool.js';

const RICH = 3_000_000_000_000;
const MANY_DOLLARS = 2_000_000_000_000n;

/** A wallet that makes legs, and how. */
export interface LegExecutor {
  wallet: Account;
  /** Pays the fees. */
  payer: Account;
  way: 'direct' | RouteWay | PrivateProgram;
  /** A program-derived address that owns the tokens and signs for them inside the program. */
  vault: Account | null;
  /** Micro-lamports a compute unit; null where it sets none. */
  price: number | null;
  computeUnitLimit: number | null;
}

/** A bot's wallet. */
export function botExecutor(
  { market, random }: Stage,
  way: LegExecutor['way'] = 'direct',
  given: Partial<LegExecutor> = {},
): LegExecutor {
  const wallet = market.newWallet(RICH);
  market.fundedAccountOf(wallet, market.wrappedSol, BigInt(RICH));
  market.fundedAccountOf(wallet, market.usdc, MANY_DOLLARS);
  return {
    wallet,
    payer: wallet,
    way,
    vault: null,
    price: random.chance(0.9) ? random.spread(8, 20) : null,
    computeUnitLimit: random.chance(0.9) ? random.between(100, 400) * 1_000 : null,
    ...given,
  };
}

/** A bot with a program of its own, or without. */
export function anyBotExecutor(stage: Stage): LegExecutor {
  return botExecutor(stage, stage.random.chance(0.4) ? newPrivateProgram(stage.context) : 'direct');
}

/** A person who trades with a wallet, a terminal or an aggregator. */
export function personExecutor(stage: Stage, pool?: Pool): LegExecutor {
  const { random, terminals, context } = stage;
  const draw = random.unit();
  const canRoute = pool === undefined || !pool.isNative;
  const executor = botExecutor(
    stage,
    draw < 0.4 || !canRoute
      ? 'direct'
      : draw < 0.55
        ? 'own'
        : draw < 0.75
          ? 'shared'
          : terminals.any(context),
  );
  return { ...executor, price: random.chance(0.6) ? random.spread(8, 20) : null };
}

/** The wallet for plans that are no swaps. */
export function asBot({ wallet, price }: LegExecutor): Bot {
  return { wallet, program: null, computeUnitPrice: price ?? 0 };
}

/** Gives a wallet tokens that it always had. It must not have been seen with this token. */
export function stock({ market }: Pick<Stage, 'market'>, owner: Account, { baseMint, curve }: Pool): void {
  market.fundedAccountOf(owner, baseMint, 5n * curve.baseReserve);
}

/** A program's own vault, with dollars, SOL and, of a pool, tokens. */
export function newVault({ market }: Pick<Stage, 'market'>): Account {
  const vault = new Account(market.random.key(), 10_000_000_000);
  market.fundedAccountOf(vault, market.wrappedSol, BigInt(RICH));
  market.fundedAccountOf(vault, market.usdc, MANY_DOLLARS);
  return vault;
}

export interface LegWishes {
  party?: Party;
  tipLamports?: number;
}

function fundsOf({ wallet, base, quote: money }: Party, isBuy: boolean): bigint {
  if (!isBuy) return base.token!.amount;
  return money === null ? BigInt(wallet.lamports) - 10_000_000_000n : money.token!.amount;
}

/** A leg of a trip. Where the pool cannot fill it, the trip is broken and the transaction empty. */
export function legPlan(
  { market }: Pick<Stage, 'market'>,
  trip: Trip,
  side: 'front' | 'back',
  executor: LegExecutor,
  amountIn: bigint,
  now: PlanContext,
  {
    party = market.partyOf(executor.wallet, trip.scenePool.pool, executor.vault ?? executor.wallet),
    tipLamports = 0,
  }: LegWishes = {},
): TransactionPlan {
  const { scenePool } = trip;
  const { pool } = scenePool;
  const { random } = now;
  const isBuy = (side === 'front') === trip.isBuy;
  const plan = swapPlan(`row_${side}`, executor.payer, now, executor.way !== 'direct');
  plan.computeUnitPrice = executor.price;
  plan.computeUnitLimit = executor.computeUnitLimit;
  const filled = amountIn > 0n ? quote({ pool, isBuy, amountIn }) : null;
  if (filled === null || amountIn > fundsOf(party, isBuy)) {
    trip.isBroken = true;
    return plan;
  }
  const minOut = random.chance(0.5)
    ? 0n
    : (filled.fill.traderOut * BigInt(random.between(9_500, 9_990))) / 10_000n;
  mark(scenePool, now.slot, isBuy);
  const order = { pool, isBuy, amountIn, minOut };
  const terms = { quoted: filled.fill.traderOut, slippage: random.pick([50, 100, 300, 1_000]) };
  swapBy(executor.way, plan, market, order, executor.wallet, now, { terms, party });
  const swap = plan.swaps!.at(-1)!;
  swap.isLeg = true;
  scenePool.own.add(swap);
  (side === 'front' ? trip.fronts : trip.backs).push(swap);
  if (tipLamports > 0) tip(plan, now, tipLamports);
  return finishPlan(plan);
}
