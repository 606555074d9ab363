import type { Swap } from '@tickscope/dex';
import type { Passage } from '../engine/window.js';
import { poolFee } from './rule-5-pool-fees.js';

/** Reserves before the first of some swaps that explain what a constant-product pool paid out. */
export interface Reserves {
  x: number;
  y: number;
  /** Relative error of the model on a third swap; null if there was none. */
  residual: number | null;
}

/** Swaps of a pool with the pool's side of their amounts, as parallel arrays. */
export interface Steps<S extends Swap> extends Passage<S> {
  /** From x to y, the direction of the first swap. */
  isForward: boolean[];
  amountIn: number[];
  amountOut: number[];
  /** What the pool's x had gained, and its y had lost, before the swap. */
  gainedX: number[];
  lostY: number[];
}

/** The two swaps' rates must differ by at least this multiple of the possible rounding error. */
const LEAST_SIGNAL = 20;
/** Reserves with a larger error on a third swap do not describe the pool. */
const MOST_RESIDUAL = 0.1;

export function stepsOf<S extends Swap>({ swaps, ways, rows }: Passage<S>): Steps<S> {
  const way = ways[0]!;
  const steps: Steps<S> = {
    swaps,
    ways,
    rows,
    isForward: [],
    amountIn: [],
    amountOut: [],
    gainedX: [],
    lostY: [],
  };
  let gainedX = 0;
  let lostY = 0;
  for (let at = 0; at < swaps.length; at += 1) {
    const swap = swaps[at]!;
    const isForward = ways[at] === way;
    const amountIn = Number(swap.poolIn);
    const amountOut = Number(swap.poolOut);
    steps.isForward.push(isForward);
    steps.amountIn.push(amountIn);
    steps.amountOut.push(amountOut);
    steps.gainedX.push(gainedX);
    steps.lostY.push(lostY);
    gainedX += isForward ? amountIn : -amountOut;
    lostY += isForward ? amountOut : -amountIn;
  }
  return steps;
}

/**
 * Solves x·y = k from the first swap and the swap of the same direction whose rate is most informative. With rate r =
 * out / in, share g after the fee, and what the reserves gained (ax) and lost (by) before a swap:
 *
 *   out = (y − by)·g·in / (x + ax + g·in)   ⇒   r·x − g·y = −g·out − r·ax − g·by
 *
 * is linear in x and y. Floating point suffices: rounding amounts to whole units weighs more, and pairs whose rates
 * differ by less than 20 such roundings are refused, so the depth is wrong by 5 % at the very most.
 */
export function solveReserves<S extends Swap>(steps: Steps<S>): Reserves | null {
  const { swaps, isForward, amountIn, amountOut, gainedX, lostY } = steps;
  const firstIn = amountIn[0]!;
  const firstOut = amountOut[0]!;
  if (firstIn <= 0 || firstOut <= 0) return null;
  const share = 1 - poolFee(swaps[0]!.programId);
  const firstRate = firstOut / firstIn;
  const firstRounding = 1 / firstIn + 1 / firstOut;
  let second = 0;
  let best = LEAST_SIGNAL;
  for (let at = 1; at < amountIn.length; at += 1) {
    const paid = amountIn[at]!;
    const got = amountOut[at]!;
    if (!isForward[at] || paid <= 0 || got <= 0) continue;
    const signal = Math.abs(got / paid / firstRate - 1) / (firstRounding + 1 / paid + 1 / got);
    if (signal > best) {
      best = signal;
      second = at;
    }
  }
  if (second === 0) return null;
  const secondRate = amountOut[second]! / amountIn[second]!;
  // Before the first swap nothing had moved, so ax and by are 0.
  const firstSide = -share * firstOut;
  const secondSide = -share * amountOut[second]! - secondRate * gainedX[second]! - share * lostY[second]!;
  const x = (firstSide - secondSide) / (firstRate - secondRate);
  const y = (firstRate * x - firstSide) / share;
  if (!(x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y))) return null;
  for (let at = 0; at < amountIn.length; at += 1)
    if (x + gainedX[at]! <= 0 || y - lostY[at]! <= 0) return null;
  const residual = residualOf(steps, second, x, y, share);
  return residual !== null && residual > MOST_RESIDUAL ? null : { x, y, residual };
}

/** Computed on the largest other swap, preferably one of the first one's direction. */
function residualOf<S extends Swap>(
  { isForward, amountIn, amountOut: amountsOut, gainedX, lostY }: Steps<S>,
  second: number,
  x: number,
  y: number,
  share: number,
): number | null {
  let third = 0;
  for (let at = 1; at < amountIn.length; at += 1) {
    if (at === second || amountIn[at]! <= 0 || amountsOut[at]! <= 0) continue;
    const isBetter = isForward[at] === isForward[third] ? amountIn[at]! > amountIn[third]! : isForward[at];
    if (third === 0 || isBetter) third = at;
  }
  if (third === 0) return null;
  const paid = amountIn[third]!;
  const said = isForward[third]
    ? amountOut(x + gainedX[third]!, y - lostY[third]!, paid, share)
    : amountOut(y - lostY[third]!, x + gainedX[third]!, paid, share);
  return Math.abs(said / amountsOut[third]! - 1);
}

export function amountOut(reserveIn: number, reserveOut: number, amountIn: number, share: number): number {
  const counted = amountIn * share;
  return (reserveOut * counted) / (reserveIn + counted);
}

/** The inverse of `amountOut`; meaningless where the reserve does not hold `amountOut`. */
export function amountIn(reserveIn: number, reserveOut: number, amountOut: number, share: number): number {
  return (reserveIn * amountOut) / ((reserveOut - amountOut) * share);
}
