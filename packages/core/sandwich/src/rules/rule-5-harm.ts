import type { PoolEvent, Swap } from '@tickscope/dex';
import type { Candidate, Harm, Loss } from '../model/candidate.js';
import type { Leg, Placed } from '../model/leg.js';
import { LIVE_MAX_SPAN } from '../model/options.js';
import { compareInstructions } from '../model/position.js';
import type { Window } from '../model/window.js';
import { type KnownPool, knownPoolOf, replayKnown } from './rule-5-known-replay.js';
import { feePolicyOf } from './rule-5-pool-fees.js';
import { solveBeside } from './rule-5-ranges.js';
import {
  amountIn,
  amountOut,
  type PoolModel,
  type Steps,
  solveReserves,
  stepsOf,
  stepsUntil,
} from './rule-5-reserves.js';

/** The legs that a pool is replayed without; the last back may be of another pool, and only ends it. */
export type Bracket<S extends Swap> = Pick<Candidate<S>, 'fronts' | 'backs' | 'lastSlot' | 'entity'>;

/** Swaps of fewer units say too little about a price. */
const MOST_ROUNDING = 0.000_01;

/**
 * Computes the losses of a sandwich's victims. Computes none if liquidity changed between the first front leg and the
 * last victim, other than what the entity itself moved in a pool that is solved from its reserves: that is replayed away
 * with its swaps. Time is linear in the pool's swaps within the sandwich.
 */
export function harmOf<S extends Swap>(
  candidate: Bracket<S>,
  victims: readonly Placed<S>[],
  window: Window<S>,
): Harm {
  const losses: (Loss | null)[] = victims.map(() => null);
  const front = candidate.fronts[0]!;
  const last = victims[victims.length - 1];
  const { poolKind } = front.swap;
  if (last === undefined || poolKind === 'proprietary' || poolKind === 'order_book')
    return { losses, residual: null };
  const { fronts, backs } = candidate;
  const own = hasLiquidityChange(front, last, window) ? ownLiquidity(candidate, last, window) : [];
  if (own === null) return { losses, residual: null };
  const steps = stepsOf(window.between(front, backs[backs.length - 1]!));
  if (own.length > 0) move(steps, own);
  const attackers = [...fronts, ...backs].map(({ order }) => order);
  const known = front.swap.priceMove === null ? null : knownPool(candidate, last, steps, window);
  if (known !== null) {
    replayKnown(known, steps, attackers, victims, losses);
    if (losses[0] === null) boundByFront(front, steps, attackers, victims, losses);
    return { losses, residual: known.residual };
  }
  const model = isEventsAlone(steps) ? null : modelOf(front, steps);
  if (model === null) boundByFront(front, steps, attackers, victims, losses);
  else replay(steps, attackers, model, victims, losses);
  return { losses, residual: model?.residual ?? null };
}

/**
 * Whether a pool with price ranges has events of all its swaps, which yet show no curve: then neither do the amounts
 * alone, though two of them always fit some pool.
 */
function isEventsAlone<S extends Swap>({ swaps }: Steps<S>): boolean {
  return swaps.every(({ poolKind, priceMove }) => poolKind === 'concentrated' && priceMove !== null);
}

/**
 * From the events of the pool's swaps; after the last victim only as long as liquidity stays. The swap before the front
 * says where the front began, where its own event does not.
 */
function knownPool<S extends Swap>(
  { fronts, backs, lastSlot }: Bracket<S>,
  last: Placed<S>,
  steps: Steps<S>,
  window: Window<S>,
): KnownPool | null {
  const back = backs[backs.length - 1]!;
  const policy = feePolicyOf(fronts[0]!.swap);
  const isOneRange = policy?.kind === 'beside' && !policy.hasRanges;
  const isWhole = !hasLiquidityChange(fronts[0]!, back, window);
  const left = window.swapBefore(fronts[0]!, lastSlot - LIVE_MAX_SPAN)?.priceMove ?? null;
  return knownPoolOf(isWhole ? steps : stepsUntil(steps, last.order), isOneRange, left?.after ?? null);
}

function modelOf<S extends Swap>({ swap }: Leg<S>, steps: Steps<S>): PoolModel | null {
  const policy = feePolicyOf(swap);
  if (policy === null) return null;
  return policy.kind === 'reserves'
    ? solveReserves(steps, 1 - policy.fee)
    : solveBeside(steps, policy.hasRanges);
}

/**
 * Replays the pool without the attacker's legs. Everyone else pays, or gets, the amount that its instruction fixed. Ends
 * where the pool could not have paid such an amount.
 */
function replay<S extends Swap>(
  {
    rows,
    isForward,
    isOutFixed: areOutsFixed,
    amountIn: amountsIn,
    amountOut: amountsOut,
    gainedX,
    lostY,
  }: Steps<S>,
  attackers: readonly number[],
  { x, y, share, kept }: PoolModel,
  victims: readonly Placed<S>[],
  losses: (Loss | null)[],
): void {
  let victim = 0;
  let cleanX = x;
  let cleanY = y;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (attackers.includes(row)) continue;
    const isForwards = isForward[at]!;
    const isOutFixed = areOutsFixed[at]!;
    const reserveIn = isForwards ? cleanX : cleanY;
    const reserveOut = isForwards ? cleanY : cleanX;
    const got = isOutFixed ? amountsOut[at]! : amountOut(reserveIn, reserveOut, amountsIn[at]!, share);
    const paid = isOutFixed ? amountIn(reserveIn, reserveOut, got, share) : amountsIn[at]!;
    if (got >= reserveOut) return;
    if (row === victims[victim]?.order) {
      // Uses the ratio of two modelled amounts, so that the model's error cancels out.
      const attackedX = x + gainedX[at]!;
      const attackedY = y - lostY[at]!;
      const clean = isOutFixed
        ? amountIn(attackedX, attackedY, got, share) / paid
        : got / amountOut(attackedX, attackedY, paid, share);
      losses[victim] = lossOf(amountsOut[at]!, clean, isOutFixed);
      victim += 1;
    }
    cleanX += isForwards ? kept * paid : -got;
    cleanY += isForwards ? -got : kept * paid;
  }
}

function lossOf(poolOut: number, clean: number, isOutFixed: boolean): Loss | null {
  const amount = poolOut * (isOutFixed ? 1 - 1 / clean : clean - 1);
  return Number.isFinite(amount) ? { amount: BigInt(Math.floor(amount)), method: 'replay', clean } : null;
}

/**
 * Bounds losses by the front's rate: a smaller swap in the front's position would have had at least that rate. Once
 * others have bought, the price would have moved without the attacker too, and the front's rate is no bound.
 *
 * Prices only fall as a pool is bought from. So a first victim of any size that had the front's own rate lost nothing:
 * both bought from one bin.
 */
function boundByFront<S extends Swap>(
  front: Leg<S>,
  { swaps, rows, isForward, isOutFixed }: Steps<S>,
  attackers: readonly number[],
  victims: readonly Placed<S>[],
  losses: (Loss | null)[],
): void {
  const { poolIn, poolOut, poolKind } = front.swap;
  const at = rows.findIndex((row, place) => isForward[place] && !attackers.includes(row));
  const first = swaps[at];
  if (first === undefined || first !== victims[0]?.swap) return;
  if (poolIn === 0n || poolOut === 0n || first.poolIn === 0n || first.poolOut === 0n) return;
  if (poolKind === 'bins' && isOnePrice(front.swap, first))
    losses[0] = { amount: 0n, method: 'front_rate', clean: null };
  else if (first.poolIn <= poolIn) {
    const amount = isOutFixed[at]
      ? first.poolOut - ceilDivide(first.poolOut * first.poolOut * poolIn, poolOut * first.poolIn)
      : (first.poolIn * poolOut) / poolIn - first.poolOut;
    losses[0] = { amount, method: 'front_rate', clean: null };
  }
}

/** Whether two swaps' rates differ by no more than rounding to whole units can make, and that is little. */
function isOnePrice(one: Swap, other: Swap): boolean {
  const amounts = [one.poolIn, one.poolOut, other.poolIn, other.poolOut].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const rounding = amounts.reduce((sum, amount) => sum + 1 / amount, 0);
  const difference = Math.abs((amounts[1] * amounts[2]) / (amounts[0] * amounts[3]) - 1);
  return rounding <= MOST_ROUNDING && difference <= rounding;
}

function ceilDivide(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

function hasLiquidityChange<S extends Swap>(front: Leg<S>, last: Placed<S>, window: Window<S>): boolean {
  return liquidityChanges(front, last, window).length > 0;
}

function liquidityChanges<S extends Swap>(
  front: Leg<S>,
  last: Pick<Placed<S>, 'swap'>,
  window: Window<S>,
): PoolEvent[] {
  return window
    .eventsOf(front.pool.address, front.slot, last.swap.slot)
    .filter(
      (event) =>
        event.kind !== 'fees_collected' &&
        compareInstructions(front.swap, event) < 0 &&
        compareInstructions(event, last.swap) < 0,
    );
}

/**
 * The entity's own liquidity changes up to the last back. Null where the pool is not solved from its reserves, where an
 * amount is not known, and where others moved liquidity before the last victim.
 */
function ownLiquidity<S extends Swap>(
  { fronts, backs, entity }: Bracket<S>,
  last: Placed<S>,
  window: Window<S>,
): PoolEvent[] | null {
  const front = fronts[0]!;
  if (feePolicyOf(front.swap)?.kind !== 'reserves') return null;
  const isOwn = ({ actor, feePayer, amounts }: PoolEvent): boolean =>
    (entity.has(actor) || entity.has(feePayer)) && amounts.length === 2;
  if (!liquidityChanges(front, last, window).every(isOwn)) return null;
  return liquidityChanges(front, backs[backs.length - 1]!, window).filter(isOwn);
}

/** Adds to what the reserves had gained and lost before each swap what liquidity changes before it did. */
function move<S extends Swap>({ swaps, gainedX, lostY }: Steps<S>, events: readonly PoolEvent[]): void {
  const { mintIn } = swaps[0]!;
  for (const event of events) {
    const sign = event.kind === 'liquidity_removed' ? -1 : 1;
    for (let at = 0; at < swaps.length; at += 1) {
      if (compareInstructions(event, swaps[at]!) > 0) continue;
      for (const { mint, amount } of event.amounts)
        if (mint === mintIn) gainedX[at]! += sign * Number(amount);
        else lostY[at]! -= sign * Number(amount);
    }
  }
}
