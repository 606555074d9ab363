import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../engine/candidate.js';
import type { Leg, Placed } from '../engine/leg.js';
import type { Window } from '../engine/window.js';
import { compareInstructions } from '../position.js';
import type { LossMethod } from '../sandwich.js';
import { poolFee } from './rule-5-pool-fees.js';
import { amountIn, amountOut, type Reserves, type Steps, solveReserves, stepsOf } from './rule-5-reserves.js';

/** Rule 5 for one victim, on the pool's side of the amounts. */
export interface Loss {
  /**
   * In `mintOut`. Of a victim that fixed what it paid: how much more it would have got. Of one that fixed what it got:
   * what it paid too much, at the rate at which it was executed. Relative to `poolOut` this is the share of the trade
   * that was lost.
   */
  amount: bigint;
  method: LossMethod;
  /**
   * The victim's rate (out ÷ in) without the attacker, relative to its rate with it; null if only a bound is known. A
   * victim that fixed what it paid would have got `clean` times as much; one that fixed what it got would have paid its
   * `clean`-th part.
   */
  clean: number | null;
}

export interface Harm {
  /** In the order of the victims; null where no loss can be computed. */
  losses: readonly (Loss | null)[];
  residual: number | null;
}

/**
 * Computes the losses of a sandwich's victims. Computes none if liquidity changed between the first front leg and the
 * last victim. Time is linear in the pool's swaps within the sandwich.
 */
export function harmOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Placed<S>[],
  window: Window<S>,
): Harm {
  const losses: (Loss | null)[] = victims.map(() => null);
  const front = candidate.fronts[0]!;
  const last = victims[victims.length - 1];
  if (last === undefined || hasLiquidityChange(front, last, window)) return { losses, residual: null };
  const { poolKind, programId } = front.swap;
  if (poolKind === 'proprietary' || poolKind === 'order_book') return { losses, residual: null };
  const { fronts, backs } = candidate;
  const steps = stepsOf(window.between(front, backs[backs.length - 1]!));
  const attackers = [...fronts, ...backs].map(({ order }) => order);
  const isProduct = poolKind === 'constant_product' || poolKind === 'bonding_curve';
  const reserves = isProduct ? solveReserves(steps) : null;
  if (reserves === null) boundByFront(front, steps, attackers, victims, losses);
  else replay(steps, attackers, reserves, 1 - poolFee(programId), victims, losses);
  return { losses, residual: reserves?.residual ?? null };
}

/**
 * Replays the pool without the attacker's legs. Everyone else pays, or gets, the amount that its instruction fixed. Ends
 * where the pool could not have paid such an amount.
 */
function replay<S extends Swap>(
  { swaps, rows, isForward, amountIn: amountsIn, amountOut: amountsOut, gainedX, lostY }: Steps<S>,
  attackers: readonly number[],
  { x, y }: Reserves,
  share: number,
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
    const isOutFixed = fixesAmountOut(swaps[at]!);
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
    cleanX += isForwards ? paid : -got;
    cleanY += isForwards ? -got : paid;
  }
}

function lossOf(poolOut: number, clean: number, isOutFixed: boolean): Loss | null {
  const amount = poolOut * (isOutFixed ? 1 - 1 / clean : clean - 1);
  return Number.isFinite(amount) ? { amount: BigInt(Math.floor(amount)), method: 'replay', clean } : null;
}

/**
 * Whether a swap's instruction names the amount that it gets, and lets the amount that it pays vary. An aggregator's
 * instruction decides for the swaps under it: it works out their amounts as it runs. A swap without a limit counts as
 * one that names what it pays, also the few that name what they get and allow any price.
 */
function fixesAmountOut({ limit, routeLimit }: Swap): boolean {
  return (routeLimit ?? limit)?.kind === 'most_in';
}

/**
 * Bounds losses by the front's rate: a smaller swap in the front's position would have had at least that rate. Once
 * others have bought, the price would have moved without the attacker too, and the front's rate is no bound.
 */
function boundByFront<S extends Swap>(
  front: Leg<S>,
  { swaps, rows, isForward }: Steps<S>,
  attackers: readonly number[],
  victims: readonly Placed<S>[],
  losses: (Loss | null)[],
): void {
  const { poolIn, poolOut } = front.swap;
  const at = rows.findIndex((row, place) => isForward[place] && !attackers.includes(row));
  const first = swaps[at];
  if (first === undefined || first !== victims[0]?.swap) return;
  if (poolIn === 0n || poolOut === 0n || first.poolIn === 0n || first.poolIn > poolIn) return;
  const amount = fixesAmountOut(first)
    ? first.poolOut - ceilDivide(first.poolOut * first.poolOut * poolIn, poolOut * first.poolIn)
    : (first.poolIn * poolOut) / poolIn - first.poolOut;
  losses[0] = { amount, method: 'front_rate', clean: null };
}

function ceilDivide(amount: bigint, by: bigint): bigint {
  return (amount + by - 1n) / by;
}

function hasLiquidityChange<S extends Swap>(front: Leg<S>, last: Placed<S>, window: Window<S>): boolean {
  return window
    .eventsOf(front.pool.address, front.slot, last.swap.slot)
    .some(
      (event) =>
        event.kind !== 'fees_collected' &&
        compareInstructions(front.swap, event) < 0 &&
        compareInstructions(event, last.swap) < 0,
    );
}
