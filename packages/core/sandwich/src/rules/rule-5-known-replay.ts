import type { Swap } from '@tickscope/dex';
import type { Loss } from '../model/candidate.js';
import type { Placed } from '../model/leg.js';
import { type CurvePoint, type Knot, KnownCurve } from './rule-5-curve.js';
import { type Movements, movementsOf } from './rule-5-knots.js';
import { piecesOf } from './rule-5-pieces.js';
import type { Steps } from './rule-5-reserves.js';

/** A pool's curve as the events of its swaps show it. */
export interface KnownPool {
  movements: Movements;
  curve: KnownCurve;
  /** The largest relative difference between prices that events state and what amounts say of them. */
  residual: number;
}

/** A loss that may be wrong by more than this share of itself is not given. */
const MOST_DOUBT = 0.01;
/** A difference of so few units comes from rounding. */
const ROUNDING_UNITS = 2;

/**
 * The curve that the swaps' own events show; null where they do not.
 *
 * @param isOneRange liquidity is the same at all prices
 * @param left where the swap before them left the price, as events state it; null if unknown
 */
export function knownPoolOf<S extends Swap>(
  steps: Steps<S>,
  isOneRange: boolean,
  left: number | null,
): KnownPool | null {
  const movements = movementsOf(steps, left);
  if (movements === null) return null;
  const rounding = { units: movements.knots.length };
  const found = piecesOf(inOrder(movements.knots), rounding);
  if (found === null) return null;
  const reach = isOneRange ? Number.POSITIVE_INFINITY : 2 * rounding.units;
  return { movements, curve: new KnownCurve(found.pieces, reach), residual: found.residual };
}

function inOrder(knots: readonly Knot[]): Knot[] {
  return [...knots].sort((left, right) => left.x - right.x || left.y - right.y);
}

/** The point that the replay has reached. */
interface ReplayPoint extends CurvePoint {
  /** How far x may be off, in units of y. */
  slack: number;
}

/**
 * Replays the pool along its known curve without the attacker's legs. Everyone else pays, or gets, the amount that its
 * instruction fixed. Ends where the curve is not known; gives no loss where it is not known well enough.
 */
export function replayKnown<S extends Swap>(
  { movements, curve }: KnownPool,
  { rows, isForward, isOutFixed, amountOut }: Steps<S>,
  attackers: readonly number[],
  victims: readonly Placed<S>[],
  losses: (Loss | null)[],
): void {
  let victim = 0;
  let here: ReplayPoint = { x: 0, y: 0, doubt: 0, slack: 0 };
  for (let at = 0; at < rows.length && victim < victims.length; at += 1) {
    const row = rows[at]!;
    if (attackers.includes(row)) continue;
    const [x, y] = [movements.x[at]!, movements.y[at]!];
    const next = pointAfter(curve, here, x, y, isForward[at] !== isOutFixed[at]);
    if (next === null) return;
    if (row === victims[victim]?.order) {
      losses[victim] = lossOf(here, next, { x, y, poolOut: amountOut[at]!, isOutFixed: isOutFixed[at]! });
      victim += 1;
    }
    here = next;
  }
}

/** @param isXFixed whether the swap keeps its x, and y follows from it; else the other way round */
function pointAfter(
  curve: KnownCurve,
  here: ReplayPoint,
  x: number,
  y: number,
  isXFixed: boolean,
): ReplayPoint | null {
  if (isXFixed) {
    const next = curve.at(here.x + x);
    return next === null ? null : { ...next, slack: here.slack };
  }
  const next = curve.atOutput(here.y + y);
  return next === null ? null : { ...next, doubt: 0, slack: here.slack + here.doubt + next.doubt };
}

interface Trade {
  x: number;
  y: number;
  poolOut: number;
  isOutFixed: boolean;
}

/** Computes the loss of a victim, which trades in the direction of the front. */
function lossOf(here: ReplayPoint, next: ReplayPoint, { x, y, poolOut, isOutFixed }: Trade): Loss | null {
  const clean = isOutFixed ? x / (next.x - here.x) : (next.y - here.y) / y;
  const lost = isOutFixed ? 1 - 1 / clean : clean - 1;
  if (!Number.isFinite(lost)) return null;
  const doubt = (here.doubt + next.doubt + here.slack + (isOutFixed ? next.slack - here.slack : 0)) / y;
  if (Math.abs(lost) * y <= ROUNDING_UNITS && doubt * y <= ROUNDING_UNITS)
    return { amount: 0n, method: 'replay', clean: 1 };
  if (doubt > MOST_DOUBT * Math.abs(lost)) return null;
  return { amount: BigInt(Math.floor(poolOut * lost)), method: 'replay', clean };
}
