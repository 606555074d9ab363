import type { Knot, Piece } from './rule-5-curve.js';

/** How far amounts in whole units may be off: each swap rounds some. */
export interface Rounding {
  units: number;
}

export interface Pieces {
  pieces: Piece[];
  /**
   * The largest relative difference between what the amounts say of a price and what events state; 0 where events state
   * none.
   */
  residual: number;
}

/** Prices that differ more from what amounts show, beyond rounding, are not those of the pool. */
const MOST_CONFLICT = 0.000_01;
const TICK = Math.log(1.000_1);
/** How near to a whole tick a computed end of a range has to be. */
const MOST_OFF_TICK = 0.05;

/**
 * The pieces of a curve between its knots. Within one range, liquidity follows from both ends. Where one range ends
 * between two knots, its end and the liquidity beyond follow from the liquidity on either side, if that is known; the
 * end must be a whole tick. Null if prices and amounts conflict.
 *
 * @param knots in order of x
 */
export function piecesOf(knots: readonly Knot[], rounding: Rounding): Pieces | null {
  const spaced = apart(knots, rounding);
  findRoots(spaced, rounding);
  const pieces: Piece[] = [];
  let residual = 0;
  for (let at = 0; at + 1 < spaced.length; at += 1) {
    const [from, to] = [spaced[at]!, spaced[at + 1]!];
    const conflict = conflictOf(from, to, rounding);
    if (conflict === null) return null;
    residual = Math.max(residual, conflict);
    const before = liquidityBetween(spaced[at - 1], from, rounding) ?? from.liquidity;
    const after = liquidityBetween(to, spaced[at + 2], rounding) ?? to.liquidity;
    pieces.push(...piecesBetween(from, to, rounding, before, after));
  }
  return pieces.length === 0 ? null : { pieces, residual };
}

/** Leaves out knots that are only a few units from the one before; a stated price is kept. */
function apart(knots: readonly Knot[], { units }: Rounding): Knot[] {
  const spaced: Knot[] = [];
  for (const knot of knots) {
    const last = spaced.at(-1);
    if (last === undefined || (knot.x - last.x > 4 * units && knot.y - last.y > 4 * units))
      spaced.push({ ...knot });
    else if (last.price === null) spaced[spaced.length - 1] = { ...knot };
  }
  return spaced;
}

/** Finds the root at a knot whose event states none, from the liquidity next to it. */
function findRoots(knots: Knot[], rounding: Rounding): void {
  for (let at = 0; at < knots.length; at += 1) {
    const knot = knots[at]!;
    if (knot.price !== null || knot.bin !== null) continue;
    const next = knots[at + 1];
    const liquidity = next?.liquidity ?? liquidityBetween(next, knots[at + 2], rounding);
    if (next === undefined || next.root === null || liquidity === null) continue;
    const root = next.root + (next.y - knot.y) / liquidity;
    const found = { ...knot, root, price: root ** 2 };
    if (liquidityBetween(found, next, rounding) !== null) knots[at] = found;
  }
}

/** By how much the prices at two knots conflict with the rate between them; null if by more than can be. */
function conflictOf(from: Knot, to: Knot, { units }: Rounding): number | null {
  const rate = (to.y - from.y) / (to.x - from.x);
  const noise = units * (1 / (to.x - from.x) + 1 / (to.y - from.y));
  const above = from.price === null ? 0 : rate / from.price - 1;
  const below = to.price === null ? 0 : to.price / rate - 1;
  const conflict = Math.max(above, below, 0);
  return conflict <= MOST_CONFLICT + noise ? conflict : null;
}

/** Liquidity of the one range that two knots lie in; null if they do not, or it is not known. */
function liquidityBetween(from: Knot | undefined, to: Knot | undefined, { units }: Rounding): number | null {
  if (from === undefined || to === undefined || from.root === null || to.root === null) return null;
  const [x, y] = [to.x - from.x, to.y - from.y];
  const precision = 1e-15 * (from.root / (from.root - to.root));
  const tolerance = 2 * units * (1 / x + 1 / y) + precision;
  if (!(from.root > to.root) || Math.abs(y / x / (from.root * to.root) - 1) > tolerance) return null;
  // Of the two amounts the one that is less rounded.
  return y > x ? y / (from.root - to.root) : x / (1 / to.root - 1 / from.root);
}

function piecesBetween(
  from: Knot,
  to: Knot,
  rounding: Rounding,
  before: number | null,
  after: number | null,
): Piece[] {
  const ends = { x: from.x, y: from.y, toX: to.x, toY: to.y };
  if (from.bin !== null || to.bin !== null) return binPieces(from, to);
  const liquidity = liquidityBetween(from, to, rounding);
  if (liquidity !== null) return [{ ...ends, kind: 'range', root: from.root!, liquidity }];
  return endOfRange(from, to, rounding, before, after) ?? [unknownBetween(from, to)];
}

function unknownBetween(from: Knot, to: Knot): Piece {
  return {
    ...{ x: from.x, y: from.y, toX: to.x, toY: to.y, kind: 'unknown' },
    price: from.price ?? Number.POSITIVE_INFINITY,
    toPrice: to.price ?? 0,
  };
}

/** Within one bin the curve is straight, and from one bin to the next it is two lines, which meet where the bin ends. */
function binPieces(from: Knot, to: Knot): Piece[] {
  const ends = { x: from.x, y: from.y, toX: to.x, toY: to.y };
  if (from.bin === to.bin) return [{ ...ends, kind: 'line' }];
  if (from.bin === null || to.bin !== from.bin - 1 || from.price === null || to.price === null)
    return [unknownBetween(from, to)];
  const rate = (to.y - from.y) / (to.x - from.x);
  const share = Math.min(Math.max((rate - to.price) / (from.price - to.price), 0), 1);
  const x = from.x + share * (to.x - from.x);
  const y = from.y + (x - from.x) * from.price;
  const pieces: Piece[] = [];
  if (share > 0) pieces.push({ ...ends, toX: x, toY: y, kind: 'line' });
  if (share < 1) pieces.push({ ...ends, x, y, kind: 'line' });
  return pieces;
}

/**
 * Two ranges of liquidity L and M that meet at the root c. With the whole movement as if all were of L, what is missing
 * of y and of x is
 *
 *   y − L·(a − b) = (M − L)·(c − b),   x − L·(1/b − 1/a) = (M − L)·(1/b − 1/c),
 *
 * so their ratio is b·c; likewise from the other side, where it is a·c.
 */
function endOfRange(
  from: Knot,
  to: Knot,
  { units }: Rounding,
  before: number | null,
  after: number | null,
): Piece[] | null {
  const [a, b] = [from.root, to.root];
  const known = before ?? after;
  if (a === null || b === null || known === null || !(a > b)) return null;
  const missingY = to.y - from.y - known * (a - b);
  const missingX = to.x - from.x - known * (1 / b - 1 / a);
  const c = missingY / missingX / (before === null ? a : b);
  if (!(c < a && c > b)) return null;
  const tick = (2 * Math.log(c)) / TICK;
  const offTick = (2 / TICK) * 2 * units * (1 / Math.abs(missingX) + 1 / Math.abs(missingY));
  if (offTick > MOST_OFF_TICK || Math.abs(tick - Math.round(tick)) > Math.max(offTick, 0.01)) return null;
  const end = Math.exp((Math.round(tick) * TICK) / 2);
  const other =
    before === null
      ? (to.y - from.y - known * (end - b)) / (a - end)
      : (to.y - from.y - known * (a - end)) / (end - b);
  const [first, second] = before === null ? [other, known] : [known, other];
  if (!(first > 0 && second > 0 && end < a && end > b)) return null;
  const x = from.x + first * (1 / end - 1 / a);
  const y = from.y + first * (a - end);
  return [
    { x: from.x, y: from.y, toX: x, toY: y, kind: 'range', root: a, liquidity: first },
    { x, y, toX: to.x, toY: to.y, kind: 'range', root: end, liquidity: second },
  ];
}
