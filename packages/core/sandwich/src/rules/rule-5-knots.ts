import type { PriceMove, Swap } from '@tickscope/dex';
import type { Knot } from './rule-5-curve.js';
import type { Steps } from './rule-5-reserves.js';

/** Amounts that moved the curve in each swap, without fees, and where it left the price. */
export interface Movements {
  /** In the units of the front's input and output; negative where a swap went the other way. */
  x: number[];
  y: number[];
  /** One before the first swap, and one after each. */
  knots: Knot[];
}

interface Stated {
  move: PriceMove;
  isForward: boolean;
  /** Root of the price (y for x), or bin, that fall as x is paid. */
  before: number | null;
  after: number;
  amountIn: number;
  /** Amount that left the curve. */
  out: number;
}

/** Roots of a price that belong to one another differ by less. */
const MOST_GAP = 1e-9;
/** Fees of two swaps of a pool, as shares, are equal if they differ by less, beyond rounding. */
const FEE_TOLERANCE = 0.000_01;

/**
 * Reads the movements from the swaps' own events. Null if one of the swaps has no event, if one does not begin where
 * the one before ended, or if the fee of one is not known.
 */
export function movementsOf<S extends Swap>(steps: Steps<S>, left: number | null): Movements | null {
  const stated = statedOf(steps, left);
  if (stated === null || !isUnbroken(stated)) return null;
  const nets = netsOf(stated);
  if (nets === null) return null;
  const isBins = steps.swaps[0]!.poolKind === 'bins';
  const x = stated.map(({ isForward, out }, at) => (isForward ? nets[at]! : -out));
  const y = stated.map(({ isForward, out }, at) => (isForward ? out : -nets[at]!));
  const step = isBins ? binStepOf(stated, x, y) : null;
  const first = knotOf(stated[0]!.before, null, isBins, step);
  const knots = [{ ...first, x: 0, y: 0 }];
  let [sumX, sumY] = [0, 0];
  for (const [at, { after, move }] of stated.entries()) {
    sumX += x[at]!;
    sumY += y[at]!;
    knots.push({ ...knotOf(after, move.liquidity, isBins, step), x: sumX, y: sumY });
  }
  return { x, y, knots };
}

function statedOf<S extends Swap>(
  { swaps, isForward, amountIn, amountOut }: Steps<S>,
  left: number | null,
): Stated[] | null {
  const falls = swaps[0]!.priceMove?.falls;
  const isBins = swaps[0]!.poolKind === 'bins';
  const stated: Stated[] = [];
  for (const [at, { priceMove: move }] of swaps.entries()) {
    if (move === null || move.feeOut === null || move.falls !== (isForward[at] === falls)) return null;
    const seen = (value: number): number => (falls === true ? value : isBins ? -value : 1 / value);
    stated.push({
      move,
      isForward: isForward[at]!,
      before: beforeOf(move, stated.at(-1), left === null ? null : seen(left), seen),
      after: seen(move.after),
      amountIn: amountIn[at]!,
      out: amountOut[at]! + Number(move.feeOut),
    });
  }
  return stated;
}

function beforeOf(
  { before }: PriceMove,
  previous: Stated | undefined,
  left: number | null,
  seen: (value: number) => number,
): number | null {
  if (before !== null) return seen(before);
  return previous === undefined ? left : previous.after;
}

/** Otherwise a swap between two of them is not known. */
function isUnbroken(stated: readonly Stated[]): boolean {
  return stated.every(
    ({ before }, at) => at === 0 || Math.abs(before! - stated[at - 1]!.after) <= MOST_GAP * Math.abs(before!),
  );
}

/** The inputs without fees; where events do not state the fee, from what moved the price. */
function netsOf(stated: readonly Stated[]): number[] | null {
  if (stated.every(({ move }) => move.feeIn !== null))
    return stated.map(({ amountIn, move }) => amountIn - Number(move.feeIn));
  const shown = stated.map((one, at) => netShownBy(one, at === 0 ? null : stated[at - 1]!));
  // The largest shows the fee best; the first one's range is confirmed by none before it.
  let best = -1;
  for (const [at, net] of shown.entries())
    if (at > 0 && net !== null && (best < 0 || net > shown[best]!)) best = at;
  if (best < 0) return null;
  const fee = feeOf(stated[best]!, shown[best]!);
  return stated.map((one, at) => {
    const net = shown[at];
    const rounding = 3 / one.amountIn + 3 / one.out;
    const isOwn =
      net !== null && net !== undefined && Math.abs(feeOf(one, net) - fee) <= FEE_TOLERANCE + rounding;
    return isOwn ? net : one.amountIn * (1 - fee);
  });
}

/**
 * Computes the input that moved the price within one range: the output and the liquidity give the other end of it, and
 * with it the input. Where the swap before is known, its liquidity and price have to agree.
 */
function netShownBy({ move, isForward, after, out }: Stated, previous: Stated | null): number | null {
  const { liquidity } = move;
  if (liquidity === null || liquidity <= 0) return null;
  if (previous !== null && previous.move.liquidity !== liquidity) return null;
  const [end, start] = isForward
    ? [after, after + out / liquidity]
    : [1 / after, 1 / after + out / liquidity];
  if (previous !== null) {
    const was = isForward ? previous.after : 1 / previous.after;
    if (Math.abs((start - was) / (start - end)) > 3 / out + (1e-15 * start) / (start - end)) return null;
  }
  return liquidity * (1 / end - 1 / start);
}

function feeOf({ amountIn }: Stated, net: number): number {
  return 1 - net / amountIn;
}

/** Log of the ratio of two neighbouring bins' prices, a whole number of basis points; null if the swaps do not show it. */
function binStepOf(stated: readonly Stated[], x: readonly number[], y: readonly number[]): number | null {
  let best: { ratio: number; doubt: number } | null = null;
  for (const [at, { before, after }] of stated.entries()) {
    const middle = (before! + after) / 2;
    if (middle === 0 || x[at] === 0 || y[at] === 0) continue;
    const ratio = Math.log(y[at]! / x[at]!) / middle;
    const spread = Math.abs((ratio * (before! - after)) / 2) + 2 / Math.abs(x[at]!) + 2 / Math.abs(y[at]!);
    const doubt = (10_000 * spread) / Math.abs(middle);
    if (best === null || doubt < best.doubt) best = { ratio, doubt };
  }
  if (best === null || best.doubt > 0.4) return null;
  const step = Math.round(Math.expm1(best.ratio) * 10_000);
  const isWhole = Math.abs(Math.expm1(best.ratio) * 10_000 - step) <= best.doubt + 0.001;
  return step > 0 && isWhole ? Math.log1p(step / 10_000) : null;
}

function knotOf(
  at: number | null,
  liquidity: number | null,
  isBins: boolean,
  step: number | null,
): Omit<Knot, 'x' | 'y'> {
  if (isBins)
    return {
      root: null,
      price: at === null || step === null ? null : Math.exp(at * step),
      bin: at,
      liquidity,
    };
  return { root: at, price: at === null ? null : at * at, bin: null, liquidity };
}
