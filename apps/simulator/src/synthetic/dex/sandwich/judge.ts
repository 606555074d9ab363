import type { PlannedSwap } from '../../plan.js';
import { ceilDiv, type Fill } from '../curve.js';
import { refill } from '../journal.js';
import { costOf, got, paid, slotsOf } from '../planned-swap.js';
import { type Sandwich, swapsSince } from './sandwich.js';

/**
 * The verdict of the definition on a sandwich, computed from the generator's own record and arithmetic, without any
 * detector code.
 */
export type Reason = 'link' | 'quantity' | 'no_gain' | 'round_trip' | 'no_harm';

export interface Judgement {
  victims: { swap: PlannedSwap; loss: bigint }[];
  frontOut: bigint;
  backIn: bigint;
  gross: bigint;
  cost: bigint;
  net: bigint | null;
  firstSlot: number;
  lastSlot: number;
  confidence: 'exact' | 'loose' | null;
  reason: Reason | null;
  isProfitable: boolean;
  /** Whether half or more of the limit of a planted victim was used. */
  isPushed: boolean;
}

/** Longer spans are counted only for known bots, and theirs only up to the second. */
const SHORT_SPAN_SLOTS = 4;
const BOT_SPAN_SLOTS = 10;

export function judge(sandwich: Sandwich): Judgement {
  const { fronts, backs, pool, isBuy, link } = sandwich;
  const [frontIn, frontOut] = [paid(fronts), got(fronts)];
  const [backIn, backOut] = [paid(backs), got(backs)];
  const gross =
    backIn > frontOut
      ? (backOut * frontOut) / backIn - frontIn
      : backOut - ceilDiv(frontIn * backIn, frontOut);
  const legs = [...fronts, ...backs];
  const cost = costOf(legs);
  const net = isBuy && pool.quoteMint.isNative === true ? gross - cost : null;
  const { firstSlot, lastSlot } = slotsOf(legs);

  const victims = losses(sandwich, frontIn);
  const isHarmed = victims.some(({ loss }) => loss > 0n);
  // |q − 1| ≤ 0.001, and 0.9 ≤ q (above 1.1 the matched share counts).
  const isEqual = within(backIn, frontOut, 1_000n);
  const isNear = backIn * 10n >= frontOut * 9n;
  // Costs in SOL at the fronts' own rate where token b is SOL; in dollars they are not comparable.
  const isSol = pool.quoteMint.isNative === true;
  const costInA = !isSol ? 0n : isBuy ? cost : ceilDiv(cost * frontIn, frontOut);
  const isProfitable = gross > costInA;
  const isPushed = victims.some(({ swap }) => (sandwich.uses.get(swap) ?? 0) >= 0.5);
  const span = lastSlot - firstSlot;
  const isKnown = sandwich.isKnownBot(sandwich);
  const isByProgram = link === 'private_program';

  const verdict = (): Pick<Judgement, 'confidence' | 'reason'> => {
    if (!isHarmed) return { confidence: null, reason: 'no_harm' };
    const isInBand = isByProgram ? within(backIn, frontOut, 100n) : isNear;
    const isMatched = isEqual ? gross > 0n : isInBand && isProfitable;
    const counts =
      (isMatched && (isPushed || !isByProgram) && span === 0) ||
      (isMatched && isPushed && isProfitable && span <= SHORT_SPAN_SLOTS) ||
      ((isMatched || isEqual) && isKnown && span <= BOT_SPAN_SLOTS);
    if (counts) return { confidence: isEqual ? 'exact' : 'loose', reason: null };
    if (!isNear) return { confidence: null, reason: 'quantity' };
    if (!isProfitable) return { confidence: null, reason: 'no_gain' };
    return { confidence: null, reason: isByProgram ? 'link' : 'round_trip' };
  };
  return {
    ...{ victims, frontOut, backIn, gross, cost, net, firstSlot, lastSlot, isProfitable, isPushed },
    ...verdict(),
  };
}

/**
 * Everyone who traded in the front's direction between the last front and the first back leg (rule 4), with the loss:
 * the pool is replayed from before the first leg, without the attacker's legs.
 */
function losses(sandwich: Sandwich, frontIn: bigint): Judgement['victims'] {
  const swaps = swapsSince(sandwich);
  const own = new Set<PlannedSwap>([...sandwich.fronts, ...sandwich.backs]);
  const wallets = new Set(sandwich.attackers);
  const lastFront = swaps.indexOf(sandwich.fronts.at(-1)!);
  const firstBack = swaps.indexOf(sandwich.backs[0]!);
  const victims: Judgement['victims'] = [];
  let curve = sandwich.opened!.before;
  for (let index = 0; index < firstBack; index += 1) {
    const swap = swaps[index]!;
    if (own.has(swap)) continue;
    const filled = refill(curve, swap);
    if (filled === null) continue;
    curve = filled.next;
    const isVictim =
      index > lastFront &&
      swap.fill.isBuy === sandwich.isBuy &&
      !swap.isLeg &&
      !wallets.has(swap.trader) &&
      swap.fill.traderIn * 1_000n >= frontIn &&
      !undoesItself(swap);
    if (isVictim) victims.push({ swap, loss: lossOf(swap, filled.fill) });
  }
  return victims;
}

/**
 * How much more it would have got. Of a trade that fixed what it gets: what it paid too much, at the rate at which it was
 * executed.
 */
function lossOf({ fill, isExactOut }: PlannedSwap, clean: Fill): bigint {
  if (!isExactOut) return clean.traderOut - fill.traderOut;
  return ((fill.traderIn - clean.traderIn) * fill.traderOut) / fill.traderIn;
}

function undoesItself({ plan, pool, fill }: PlannedSwap): boolean {
  return (plan.swaps ?? []).some((other) => other.pool === pool && other.fill.isBuy !== fill.isBuy);
}

/** Whether two amounts differ by at most 1 / `parts` of the second. */
function within(left: bigint, right: bigint, parts: bigint): boolean {
  const difference = left > right ? left - right : right - left;
  return difference * parts <= right;
}
