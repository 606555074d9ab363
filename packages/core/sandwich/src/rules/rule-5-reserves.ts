import type { Swap } from '@tickscope/dex';
import type { Passage } from '../model/leg.js';

/**
 * A pool before the first of some swaps, as far as swaps show it: with `in` paid, of which the share `share` counts and
 * the share `kept` becomes part of the reserves,
 *
 *   out = y·share·in / (x + share·in),   x → x + kept·in,   y → y − out.
 *
 * A fee that is taken from the output follows the same equations with x and y in other units, exactly if it does so in
 * both directions and lies beside the reserves.
 */
export interface PoolModel {
  x: number;
  y: number;
  share: number;
  kept: number;
  /** Relative error of the model on a swap that it was not solved from; null if there was none. */
  residual: number | null;
}

/** Swaps of a pool with the pool's side of their amounts, as parallel arrays. */
export interface Steps<S extends Swap> extends Passage<S> {
  /** From x to y, the direction of the first swap. */
  isForward: boolean[];
  /** Whether its instruction named the amount that it got, and not the one that it paid. */
  isOutFixed: boolean[];
  amountIn: number[];
  amountOut: number[];
  /** Gain of the pool's x, and loss of its y, before the swap. */
  gainedX: number[];
  lostY: number[];
}

/** The two swaps' rates must differ by at least this multiple of the possible rounding error. */
const LEAST_SIGNAL = 20;
/** A model with a larger error on a third swap does not describe the pool. */
export const MOST_RESIDUAL = 0.1;

/** With all of each input in the reserves; `keep` changes that. */
export function stepsOf<S extends Swap>({ swaps, directions, rows }: Passage<S>): Steps<S> {
  const direction = directions[0]!;
  const steps: Steps<S> = {
    swaps,
    directions,
    rows,
    isForward: [],
    isOutFixed: [],
    amountIn: [],
    amountOut: [],
    gainedX: [],
    lostY: [],
  };
  let gainedX = 0;
  let lostY = 0;
  for (let at = 0; at < swaps.length; at += 1) {
    const swap = swaps[at]!;
    const isForward = directions[at] === direction;
    const amountIn = Number(swap.poolIn);
    const amountOut = Number(swap.poolOut);
    steps.isForward.push(isForward);
    steps.isOutFixed.push(fixesAmountOut(swap));
    steps.amountIn.push(amountIn);
    steps.amountOut.push(amountOut);
    steps.gainedX.push(gainedX);
    steps.lostY.push(lostY);
    gainedX += isForward ? amountIn : -amountOut;
    lostY += isForward ? amountOut : -amountIn;
  }
  return steps;
}

/** The swaps up to a row. */
export function stepsUntil<S extends Swap>({ swaps, directions, rows }: Steps<S>, row: number): Steps<S> {
  const end = rows.indexOf(row) + 1;
  return stepsOf({
    swaps: swaps.slice(0, end),
    directions: directions.slice(0, end),
    rows: rows.slice(0, end),
  });
}

/**
 * Whether a swap's instruction names the amount that it gets, and lets the amount that it pays vary. An aggregator's
 * instruction decides for the swaps under it: it works out their amounts as it runs. A swap without a limit counts as
 * one that names what it pays, also the few that name what they get and allow any price.
 */
export function fixesAmountOut({ limit, routeLimit }: Swap): boolean {
  return (routeLimit ?? limit)?.kind === 'most_in';
}

/**
 * Sets what the reserves had gained and lost before each swap.
 *
 * @param kept share of an input that becomes part of the reserves
 */
export function keep<S extends Swap>(
  { isForward, amountIn, amountOut, gainedX, lostY }: Steps<S>,
  kept: number,
): void {
  let gained = 0;
  let lost = 0;
  for (let at = 0; at < amountIn.length; at += 1) {
    gainedX[at] = gained;
    lostY[at] = lost;
    gained += isForward[at] ? kept * amountIn[at]! : -amountOut[at]!;
    lost += isForward[at] ? amountOut[at]! : -kept * amountIn[at]!;
  }
}

/** Solves a pool whose fee becomes part of the reserves, and checks it on a third swap where there is one. */
export function solveReserves<S extends Swap>(steps: Steps<S>, share: number): PoolModel | null {
  const second = mostInformative(steps);
  const model = second === 0 ? null : solveFrom(steps, second, share, 1);
  if (model === null) return null;
  const third = checkOf(steps, second);
  const residual = third === 0 ? null : errorOf(steps, third, model);
  return residual !== null && residual > MOST_RESIDUAL ? null : { ...model, residual };
}

/** Index of the swap of the first one's direction whose rate differs most from its rate; 0: none differs enough. */
export function mostInformative<S extends Swap>({ isForward, amountIn, amountOut }: Steps<S>): number {
  const firstIn = amountIn[0]!;
  const firstOut = amountOut[0]!;
  if (firstIn <= 0 || firstOut <= 0) return 0;
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
  return second;
}

/**
 * Solves x·y = k from the first swap and another one of its direction. With rate r = out / in, share g, and what the
 * reserves gained (ax) and lost (by) before a swap:
 *
 *   out = (y − by)·g·in / (x + ax + g·in)   ⇒   r·x − g·y = −g·out − r·ax − g·by
 *
 * is linear in x and y. Floating point suffices: rounding amounts to whole units weighs more, and pairs whose rates
 * differ by less than 20 such roundings are refused, so the depth is wrong by 5 % at the very most.
 */
export function solveFrom<S extends Swap>(
  { amountIn, amountOut, gainedX, lostY }: Steps<S>,
  second: number,
  share: number,
  kept: number,
): PoolModel | null {
  const firstRate = amountOut[0]! / amountIn[0]!;
  const secondRate = amountOut[second]! / amountIn[second]!;
  // Before the first swap nothing had moved, so ax and by are 0.
  const firstSide = -share * amountOut[0]!;
  const secondSide = -share * amountOut[second]! - secondRate * gainedX[second]! - share * lostY[second]!;
  const x = (firstSide - secondSide) / (firstRate - secondRate);
  const y = (firstRate * x - firstSide) / share;
  if (!(x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y))) return null;
  for (let at = 0; at < amountIn.length; at += 1)
    if (x + gainedX[at]! <= 0 || y - lostY[at]! <= 0) return null;
  return { x, y, share, kept, residual: null };
}

/** Index of the largest swap beside the two, preferably one of the first one's direction; 0: none. */
function checkOf<S extends Swap>({ isForward, amountIn, amountOut }: Steps<S>, second: number): number {
  let third = 0;
  for (let at = 1; at < amountIn.length; at += 1) {
    if (at === second || amountIn[at]! <= 0 || amountOut[at]! <= 0) continue;
    const isBetter = isForward[at] === isForward[third] ? amountIn[at]! > amountIn[third]! : isForward[at];
    if (third === 0 || isBetter) third = at;
  }
  return third;
}

/** Relative error of a model on one swap. */
export function errorOf<S extends Swap>(
  { isForward, amountIn, amountOut: amountsOut, gainedX, lostY }: Steps<S>,
  at: number,
  { x, y, share }: PoolModel,
): number {
  const said = isForward[at]
    ? amountOut(x + gainedX[at]!, y - lostY[at]!, amountIn[at]!, share)
    : amountOut(y - lostY[at]!, x + gainedX[at]!, amountIn[at]!, share);
  return Math.abs(said / amountsOut[at]! - 1);
}

export function amountOut(reserveIn: number, reserveOut: number, amountIn: number, share: number): number {
  const counted = amountIn * share;
  return (reserveOut * counted) / (reserveIn + counted);
}

/** The inverse of `amountOut`; meaningless where the reserve does not hold `amountOut`. */
export function amountIn(reserveIn: number, reserveOut: number, amountOut: number, share: number): number {
  return (reserveIn * amountOut) / ((reserveOut - amountOut) * share);
}
