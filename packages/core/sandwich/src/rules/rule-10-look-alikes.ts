import { SOL_MINT, type Swap } from '@tickscope/dex';
import type { Candidate, LookAlike } from '../model/candidate.js';
import { type Leg, type Passage, swapsOf } from '../model/leg.js';
import type { Thresholds } from '../model/options.js';
import type { Evidence, Victim } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import { isWithin } from './rule-2-quantity.js';
import { surroundingsOf } from './rule-6-look-alikes.js';

/** A leader has at least this many copiers, at least this many of whom buy no more than he did. */
const COPIERS = 4;
const SMALLER_COPIERS = 3;
/** They buy at least this many times as often as others did before him. */
const FOLLOWING = 2;
/** Lots differ by at most a millionth: what rounding makes of them. */
const SAME_LOT = 1e-6;
/** A volume bot's lot is traded by at least this many other wallets. */
const LOT_SHARERS = 2;

/** The first that fits; null if none does. The record of the actor plays no part. @param lotSharers see `lotSharersOf` */
export function lookAlikeOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  { signs }: Evidence,
  { window, thresholds: { shortSpan, exactQuantity } }: { window: Window<S>; thresholds: Thresholds },
  lotSharers: () => number,
): LookAlike | null {
  const { link, money, fronts, backs, firstSlot, lastSlot } = candidate;
  const isShort = lastSlot - firstSlot <= shortSpan;
  const isOneWallet = link === 'same_signer' && candidate.attackers.length === 1;
  if (isArbitrage(candidate, window)) return 'arbitrage';
  if (!isOneWallet) return link === 'token_transfer' || link === 'token_account' ? 'gift' : null;
  const [bought, sold] = [total(fronts, 'traderOut'), total(backs, 'traderIn')];
  // What was bought is sold to the unit by those who want to be rid of it, not by those who quote.
  const isQuoted = firstSlot === lastSlot && signs.includes('limit_hardly_used');
  if (bought !== sold && (isQuoted || tradesBothWays(candidate, window))) return 'market_making';
  if (!money.isProfit && isShort && isWithin(sold, bought, exactQuantity)) return 'volume_bot';
  if (lotSharers() >= LOT_SHARERS) return 'volume_bot';
  if (hasCopiers(candidate, victims, window)) return 'copied_leader';
  return isShort ? 'profit_taking' : null;
}

/** Whether a leg's transaction ends in the token it began with, or its wallet sold in another pool what it bought here. */
function isArbitrage<S extends Swap>(
  { fronts, backs, soldElsewhere }: Candidate<S>,
  window: Window<S>,
): boolean {
  for (const { order } of [...fronts, ...backs]) {
    const swaps = window.transactionOf(order);
    if (swaps.length > 1 && swaps[0]!.mintIn === swaps[swaps.length - 1]!.mintOut) return true;
  }
  return soldElsewhere;
}

/** Whether the wallet bought and sold in the pool around it, beside the legs. */
function tradesBothWays<S extends Swap>(candidate: Candidate<S>, window: Window<S>): boolean {
  const legs = new Set<Swap>(swapsOf([...candidate.fronts, ...candidate.backs]));
  const [wallet] = candidate.attackers;
  let sides = 0;
  for (const { swaps, directions } of passagesAround(candidate, window))
    for (let at = 0; at < swaps.length; at += 1)
      if (swaps[at]!.trader === wallet && !legs.has(swaps[at]!)) sides |= 1 << directions[at]!;
  return sides === 3;
}

/** The pool's swaps between its legs and in the slots before. */
function passagesAround<S extends Swap>(candidate: Candidate<S>, window: Window<S>): Passage<S>[] {
  const { fronts, backs } = candidate;
  const first = fronts[0]!;
  const last = backs[backs.length - 1]!;
  return [window.between(first, last), window.before(first, surroundingsOf(candidate))];
}

/**
 * How many other wallets traded the same amount of the token in the pool around it, at most `LOT_SHARERS`: wallets of
 * one owner that fake volume. Round amounts of SOL are common, so where one side is SOL the other decides.
 */
export function lotSharersOf<S extends Swap>(candidate: Candidate<S>, window: Window<S>): number {
  const { fronts, backs, entity } = candidate;
  const first = fronts[0]!;
  const last = backs[backs.length - 1]!;
  // The way in which the token is paid in. The first leg and a last one of another pool have the same two tokens.
  const paidDirection = first.swap.mintOut === SOL_MINT ? first.direction : 1 - first.direction;
  const token = paidDirection === first.direction ? first.swap.mintIn : first.swap.mintOut;
  // Floating point is exact enough for a millionth, and several times as fast.
  const bought = Number(amountOf(first.swap, first.swap.mintIn === token));
  const sold = Number(amountOf(last.swap, last.swap.mintIn === token));
  const sharers = new Set<string>();
  for (const { swaps, directions } of passagesAround(candidate, window))
    for (let at = 0; at < swaps.length; at += 1) {
      const other = swaps[at]!;
      const amount = Number(amountOf(other, directions[at] === paidDirection));
      if (Math.abs(amount - bought) > SAME_LOT * bought && Math.abs(amount - sold) > SAME_LOT * sold)
        continue;
      if (entity.has(other.trader)) continue;
      sharers.add(other.trader);
      if (sharers.size >= LOT_SHARERS) return sharers.size;
    }
  return sharers.size;
}

function amountOf({ traderIn, traderOut }: Swap, isPaid: boolean): bigint {
  return isPaid ? traderIn : traderOut;
}

/** Whether many wallets bought after the front, mostly less than it, and more often than others did before. */
function hasCopiers<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  window: Window<S>,
): boolean {
  const { fronts, between, firstSlot, lastSlot } = candidate;
  const first = fronts[0]!;
  const wallets = new Set(victims.map(({ swap }) => swap.trader));
  if (wallets.size < COPIERS) return false;
  const size = total(fronts, 'traderIn');
  if (victims.filter(({ swap }) => swap.traderIn <= size).length < SMALLER_COPIERS) return false;
  const from = surroundingsOf(candidate);
  const before = window
    .before(first, from)
    .directions.filter((direction) => direction === first.direction).length;
  const slotsBefore = Math.max(1, firstSlot - from);
  return between * slotsBefore >= FOLLOWING * before * (lastSlot - firstSlot + 1);
}

function total<S extends Swap>(legs: readonly Leg<S>[], amount: 'traderIn' | 'traderOut'): bigint {
  return legs.reduce((sum, { swap }) => sum + swap[amount], 0n);
}
