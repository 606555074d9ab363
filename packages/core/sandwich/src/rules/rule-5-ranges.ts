import type { Swap } from '@tickscope/dex';
import { nearestRangeFee } from './rule-5-pool-fees.js';
import {
  errorOf,
  keep,
  MOST_RESIDUAL,
  mostInformative,
  type PoolModel,
  type Steps,
  solveFrom,
} from './rule-5-reserves.js';

/** A pool whose fee would have to be larger is not described by the model. */
const MOST_FEE = 0.5;
const FIRST_FEE = 0.003;
const ROUNDS = 8;
/** The errors on all swaps must be below this share of how far the price moved: the loss is wrong by as much. */
const MOST_MISFIT = 0.01;
/** A fee counts as one of the usual ones if it is as near to it, in shares of the input. */
const FEE_TOLERANCE = 0.000_01;

/**
 * Solves a pool whose fee lies beside its reserves and is not known.
 *
 * Within one price range, a concentrated pool of liquidity L at price P is a constant product of the virtual reserves
 * L / √P and L·√P. Two swaps of one direction determine them up to the fee, which swaps of that direction do not show:
 * with the fee g in x → g·x' it leaves the equations. A swap of the other direction, as the attacker's own back, then
 * determines the fee.
 *
 * Where liquidity changes from one range to the next, the same three swaps are explained by a pool that does not exist.
 * So such a model must be confirmed: by a further swap of the first one's direction, or by a fee that is one of those
 * that pools have.
 *
 * Drawn brackets (`rule-5-ranges.test.ts`) within one range are all solved, to 1 % of the loss and better. Where ranges of
 * 64 to 600 ticks end and a third to four fifths of the brackets leave theirs, half to two thirds of the losses are
 * known; their median error is below 0.1 %, and up to 2 % of them are wrong by over 5 %. With ranges of 64 ticks whose
 * liquidity differs up to threefold, a fifth to two fifths are known, and up to 6 % of these are wrong by over 5 %.
 */
export function solveBeside<S extends Swap>(steps: Steps<S>, hasRanges: boolean): PoolModel | null {
  const second = mostInformative(steps);
  if (second === 0) return null;
  const back = largestBack(steps);
  const free = solveWithFee(steps, second, back);
  if (free === null) return null;
  const others = steps.isForward.map((_, at) => at).filter((at) => at !== 0 && at !== second && at !== back);
  if (!hasRanges) return withResidual(steps, free, others);
  const isConfirmed = others.some((at) => steps.isForward[at]) && explains(steps, free, others);
  if (isConfirmed) return withResidual(steps, free, others);
  const fee = nearestRangeFee(1 - free.share);
  if (back === 0 || Math.abs(1 - free.share - fee) > FEE_TOLERANCE) return null;
  const usual = solveAt(steps, second, 1 - fee);
  others.push(back);
  return usual !== null && explains(steps, usual, others) ? withResidual(steps, usual, others) : null;
}

/** Index of the largest swap of the other direction; 0: none. */
function largestBack<S extends Swap>({ isForward, amountIn, amountOut }: Steps<S>): number {
  let back = 0;
  for (let at = 1; at < amountIn.length; at += 1) {
    if (isForward[at] || amountIn[at]! <= 0 || amountOut[at]! <= 0) continue;
    if (back === 0 || amountIn[at]! > amountIn[back]!) back = at;
  }
  return back;
}

/** Solves with the fee that one swap of the other direction shows. What swaps between moved depends on the fee a little. */
function solveWithFee<S extends Swap>(steps: Steps<S>, second: number, back: number): PoolModel | null {
  let share = 1 - FIRST_FEE;
  let model = solveAt(steps, second, share);
  for (let round = 0; round < ROUNDS && back !== 0 && model !== null; round += 1) {
    const before = share;
    share = shareShownBy(steps, back, model);
    if (!(share >= 1 - MOST_FEE && share <= 1 + FEE_TOLERANCE)) return null;
    model = solveAt(steps, second, share);
    if (Math.abs(share - before) < 1e-10) break;
  }
  return model;
}

function solveAt<S extends Swap>(steps: Steps<S>, second: number, share: number): PoolModel | null {
  keep(steps, share);
  return solveFrom(steps, second, share, share);
}

/**
 * The share g after the fee with which the model explains a swap of the other direction. With x = g·x',
 *
 *   out = g·x'·g·in / (y + g·in)   ⇒   x'·in·g² − out·in·g − out·y = 0.
 */
function shareShownBy<S extends Swap>(
  { amountIn, amountOut, gainedX, lostY }: Steps<S>,
  back: number,
  { x, y, share }: PoolModel,
): number {
  const square = ((x + gainedX[back]!) / share) * amountIn[back]!;
  const linear = amountOut[back]! * amountIn[back]!;
  const constant = amountOut[back]! * (y - lostY[back]!);
  return (linear + Math.sqrt(linear * linear + 4 * square * constant)) / (2 * square);
}

/** Whether a model's error on each of some swaps is small against how far the first swap moved the price. */
function explains<S extends Swap>(steps: Steps<S>, model: PoolModel, others: readonly number[]): boolean {
  const { amountIn, amountOut } = steps;
  const moved = 1 - (model.x / (model.x + model.kept * amountIn[0]!)) ** 2;
  return others.every((at) => {
    const rounding = 1 / amountIn[at]! + 1 / amountOut[at]!;
    return errorOf(steps, at, model) <= MOST_MISFIT * moved + rounding;
  });
}

/** With the largest of the errors on some swaps; null if it is too large. */
function withResidual<S extends Swap>(
  steps: Steps<S>,
  model: PoolModel,
  others: readonly number[],
): PoolModel | null {
  let residual: number | null = null;
  for (const at of others) residual = Math.max(residual ?? 0, errorOf(steps, at, model));
  return residual !== null && residual > MOST_RESIDUAL ? null : { ...model, residual };
}
