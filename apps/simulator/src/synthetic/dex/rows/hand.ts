import { Account } from '../../account.js';
import { lamportTransfer } from '../../kinds/common.js';
import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import { routeThroughOwnAccounts, routeThroughSharedAccounts } from '../aggregator.js';
import { finishPlan, swapPlan } from '../finish-plan.js';
import { swapThroughTemporaryAccount } from '../flow/temporary-account.js';
import type { Market } from '../market.js';
import type { Party, Pool } from '../pool.js';
import { newPrivateProgram } from '../sandwich/bot.js';
import { type PrivateProgram, quote, swapDirectly, swapPrivately } from '../trade.js';
import type { Stage, Trip } from './row.js';
import { mark } from './venue.js';

const RICH = 3_000_000_000_000;
const MANY_DOLLARS = 2_000_000_000_000n;

/** A wallet that makes legs, and how. */
export interface Hand {
  wallet: Account;
  /** Pays the fees. */
  payer: Account;
  way: 'direct' | 'temporary' | 'shared' | 'own' | 'program';
  program: PrivateProgram | null;
  /** A program-derived address that owns the tokens and signs for them inside the program. */
  vault: Account | null;
  /** Micro-lamports a compute unit; null where it sets none. */
  price: number | null;
  computeUnitLimit: number | null;
}

/** A bot's wallet. */
export function botHand(
  { market, random }: Stage,
  program: PrivateProgram | null,
  given: Partial<Hand> = {},
): Hand {
  const wallet = market.newWallet(RICH);
  market.fundedAccountOf(wallet, market.wrappedSol, BigInt(RICH));
  market.fundedAccountOf(wallet, market.usdc, MANY_DOLLARS);
  return {
    wallet,
    payer: wallet,
    way: program === null ? 'direct' : 'program',
    program,
    vault: null,
    price: random.chance(0.9) ? random.spread(8, 20) : null,
    computeUnitLimit: random.chance(0.9) ? random.between(100, 400) * 1_000 : null,
    ...given,
  };
}

/** A bot with a program of its own, or without. */
export function anyBotHand(stage: Stage): Hand {
  return botHand(stage, stage.random.chance(0.4) ? newPrivateProgram(stage.context) : null);
}

/** A person who trades with a wallet, a terminal or an aggregator. */
export function personHand(stage: Stage, pool?: Pool): Hand {
  const { random, terminals, context } = stage;
  const draw = random.unit();
  const canRoute = pool === undefined || !pool.isNative;
  const way = draw < 0.4 || !canRoute ? 'direct' : draw < 0.55 ? 'own' : draw < 0.75 ? 'shared' : 'program';
  const hand = botHand(stage, way === 'program' ? terminals.any(context) : null, { way });
  return { ...hand, price: random.chance(0.6) ? random.spread(8, 20) : null };
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

export function partyOf(market: Market, { wallet, vault }: Hand, pool: Pool): Party {
  if (vault === null) return market.partyOf(wallet, pool);
  return {
    wallet,
    authority: vault,
    isAuthoritySigner: false,
    base: market.tokenAccountOf(vault, pool.baseMint),
    quote: pool.isNative ? null : market.tokenAccountOf(vault, pool.quoteMint),
  };
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
  hand: Hand,
  amountIn: bigint,
  now: PlanContext,
  { party = partyOf(market, hand, trip.venue.pool), tipLamports = 0 }: LegWishes = {},
): TransactionPlan {
  const { venue } = trip;
  const { pool } = venue;
  const { random } = now;
  const isBuy = (side === 'front') === trip.isBuy;
  const plan = swapPlan(`row_${side}`, hand.payer, now, hand.way !== 'direct');
  plan.computeUnitPrice = hand.price;
  plan.computeUnitLimit = hand.computeUnitLimit;
  const filled = amountIn > 0n ? quote({ pool, isBuy, amountIn }) : null;
  if (filled === null || amountIn > fundsOf(party, isBuy)) {
    trip.isBroken = true;
    return plan;
  }
  const minOut = random.chance(0.5)
    ? 0n
    : (filled.fill.traderOut * BigInt(random.between(9_500, 9_990))) / 10_000n;
  mark(venue, now.slot, isBuy);
  const order = { pool, isBuy, amountIn, minOut };
  const terms = { quoted: filled.fill.traderOut, slippage: random.pick([50, 100, 300, 1_000]) };
  const { wallet, way, program } = hand;
  if (way === 'shared')
    routeThroughSharedAccounts(plan, market, [{ pool, isBuy }], amountIn, wallet, now, terms);
  else if (way === 'own')
    routeThroughOwnAccounts(plan, market, [{ pool, isBuy }], amountIn, wallet, now, terms);
  else if (way === 'temporary') swapThroughTemporaryAccount(plan, market, order, wallet, now);
  else if (program !== null) swapPrivately(plan, program, [{ order, party }], now);
  else swapDirectly(plan, order, party, now);
  const swap = plan.swaps!.at(-1)!;
  swap.isLeg = true;
  venue.own.add(swap);
  (side === 'front' ? trip.fronts : trip.backs).push(swap);
  if (tipLamports > 0) {
    lamportTransfer(plan, now, hand.payer, random.pick(now.world.jitoTipAccounts), tipLamports);
    plan.jitoTipLamports += tipLamports;
  }
  return finishPlan(plan);
}
