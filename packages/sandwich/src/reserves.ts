import type { Swap } from '@tickscope/dex';
import type { Leg } from './leg.js';
import { poolFee } from './pool-fees.js';

/** Reserves that explain what a constant-product pool paid, before the first of some swaps. */
export interface Reserves {
  x: number;
  y: number;
  /** Relative error of what they say of a third swap; `null` where there was none. */
  residual: number | null;
}

/** A swap with the pool's side of its amounts. */
export interface Step<S extends Swap> {
  leg: Leg<S>;
  /** From x to y, as the front went. */
  isForward: boolean;
  isAttacker: boolean;
  amountIn: number;
  amountOut: number;
  /** What the pool's x had gained and its y had lost before it. */
  gainedX: number;
  lostY: number;
}

/** The two swaps must differ in rate by so many times what rounding to whole units may make. */
const LEAST_SIGNAL = 20;
/** Reserves that miss a third swap by more do not describe the pool. */
const MOST_RESIDUAL = 0.1;

export function stepsOf<S extends Swap>(legs: readonly Leg<S>[], attackers: readonly Leg<S>[]): Step<S>[] {
  const way = legs[0]!.way;
  let gainedX = 0;
  let lostY = 0;
  return legs.map((leg) => {
    const isForward = leg.way === way;
    const amountIn = Number(leg.swap.poolIn);
    const amountOut = Number(leg.swap.poolOut);
    const step: Step<S> = {
      leg,
      isForward,
      isAttacker: attackers.includes(leg),
      amountIn,
      amountOut,
      gainedX,
      lostY,
    };
    gainedX += isForward ? amountIn : -amountOut;
    lostY += isForward ? amountOut : -amountIn;
    return step;
  });
}

/**
 * Solves x·y = k from the first swap and that other one of its direction whose rate tells most. With rate
 * r = out / in, share after fee g, and what the reserves gained (ax) and lost (by) before a swap:
 *
 *   out = (y − by)·g·in / (x + ax + g·in)   ⇒   r·x − g·y = −g·out − r·ax − g·by
 *
 * is linear in x and y. Doubles are enough: an amount's rounding to whole units weighs more than theirs, and pairs
 * whose rates differ by less than 20 such roundings are refused, so the depth is wrong by 5 % at the very most.
 */
export function solveReserves<S extends Swap>(steps: readonly Step<S>[]): Reserves | null {
  const first = steps[0]!;
  if (first.amountIn <= 0 || first.amountOut <= 0) return null;
  const share = 1 - poolFee(first.leg.swap.programId);
  const firstRate = first.amountOut / first.amountIn;
  let second: Step<S> | null = null;
  let best = LEAST_SIGNAL;
  for (const step of steps) {
    if (step === first || !step.isForward || step.amountIn <= 0 || step.amountOut <= 0) continue;
    const rounding = 1 / first.amountIn + 1 / first.amountOut + 1 / step.amountIn + 1 / step.amountOut;
    const signal = Math.abs(step.amountOut / step.amountIn / firstRate - 1) / rounding;
    if (signal > best) {
      best = signal;
      second = step;
    }
  }
  if (second === null) return null;
  const secondRate = second.amountOut / second.amountIn;
  const side = (step: Step<S>, rate: number): number =>
    -share * step.amountOut - rate * step.gainedX - share * step.lostY;
  const firstSide = side(first, firstRate);
  const x = (firstSide - side(second, secondRate)) / (firstRate - secondRate);
  const y = (firstRate * x - firstSide) / share;
  if (!(x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y))) return null;
  if (steps.some(({ gainedX, lostY }) => x + gainedX <= 0 || y - lostY <= 0)) return null;
  const residual = residualOf(steps, first, second, x, y, share);
  return residual !== null && residual > MOST_RESIDUAL ? null : { x, y, residual };
}

/** The largest other swap, of the same direction if there is one. */
function residualOf<S extends Swap>(
  steps: readonly Step<S>[],
  first: Step<S>,
  second: Step<S>,
  x: number,
  y: number,
  share: number,
): number | null {
  let third: Step<S> | null = null;
  for (const step of steps) {
    if (step === first || step === second || step.amountIn <= 0 || step.amountOut <= 0) continue;
    if (
      third === null ||
      (step.isForward && !third.isForward) ||
      (step.isForward === third.isForward && step.amountIn > third.amountIn)
    )
      third = step;
  }
  if (third === null) return null;
  const said = third.isForward
    ? amountOut(x + third.gainedX, y - third.lostY, third.amountIn, share)
    : amountOut(y - third.lostY, x + third.gainedX, third.amountIn, share);
  return Math.abs(said / third.amountOut - 1);
}

export function amountOut(reserveIn: number, reserveOut: number, amountIn: number, share: number): number {
  const counted = amountIn * share;
  return (reserveOut * counted) / (reserveIn + counted);
}
