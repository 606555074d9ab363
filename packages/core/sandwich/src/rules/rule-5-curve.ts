/**
 * Course of a pool's curve as events show it: the output `y` that it gives in all for an input `x` in all, without
 * fees, from where the first frontrun found it. The curve is concave, since a pool's price falls as it is bought from.
 */

/** A point of the curve, at which a swap ended. */
export interface Knot {
  x: number;
  y: number;
  /** The root of the price (y for x) there; null in pools of bins, and if unknown. */
  root: number | null;
  /** The price there, of a curve that may have a corner: between those on its two sides. Null if unknown. */
  price: number | null;
  /** Bins count downwards as the pool is bought from; null in other pools. */
  bin: number | null;
  /** Liquidity there; null if not stated. */
  liquidity: number | null;
}

/** The curve from one x to another. */
export type Piece = {
  x: number;
  y: number;
  toX: number;
  toY: number;
} & (
  | { kind: 'range'; root: number; liquidity: number }
  | { kind: 'line' }
  /** Between the straight line from end to end, and the prices at the ends (infinite, or 0, if unknown). */
  | { kind: 'unknown'; price: number; toPrice: number }
);

/** A point of the curve, and how far `y` may be off. */
export interface CurvePoint {
  x: number;
  y: number;
  doubt: number;
}

export class KnownCurve {
  /** In order of x, without gaps. */
  readonly #pieces: readonly Piece[];
  /** How far beyond its ends the curve is followed: rounding, or any distance where a pool has one range. */
  readonly #reach: number;

  constructor(pieces: readonly Piece[], reach: number) {
    this.#pieces = pieces;
    this.#reach = reach;
  }

  /** Null outside what is known. */
  at(x: number): CurvePoint | null {
    const piece = this.#pieces.find(({ toX }) => x <= toX) ?? this.#pieces.at(-1);
    if (piece === undefined || x < piece.x - this.#reach || x > piece.toX + this.#reach) return null;
    if (piece.kind === 'range') {
      const root = 1 / (1 / piece.root + (x - piece.x) / piece.liquidity);
      return root > 0 ? { x, y: piece.y + piece.liquidity * (piece.root - root), doubt: 0 } : null;
    }
    const low = piece.y + (x - piece.x) * chordOf(piece);
    if (piece.kind === 'line') return { x, y: low, doubt: 0 };
    const high = Math.min(piece.y + (x - piece.x) * piece.price, piece.toY - (piece.toX - x) * piece.toPrice);
    return pointBetween(x, low, Math.max(high, low));
  }

  /** The point with this y; its doubt is in y too. Null outside what is known. */
  atOutput(y: number): CurvePoint | null {
    const piece = this.#pieces.find(({ toY }) => y <= toY) ?? this.#pieces.at(-1);
    if (piece === undefined) return null;
    const chord = chordOf(piece);
    const reach = this.#reach * chord;
    if (y < piece.y - reach || y > piece.toY + reach) return null;
    if (piece.kind === 'range') {
      const root = piece.root - (y - piece.y) / piece.liquidity;
      return root > 0 ? { x: piece.x + piece.liquidity * (1 / root - 1 / piece.root), y, doubt: 0 } : null;
    }
    const high = piece.x + (y - piece.y) / chord;
    if (piece.kind === 'line') return { x: high, y, doubt: 0 };
    const low = Math.min(
      high,
      Math.max(piece.x + (y - piece.y) / piece.price, piece.toX - (piece.toY - y) / piece.toPrice),
    );
    return { x: (low + high) / 2, y, doubt: ((high - low) / 2) * Math.min(piece.price, 2 * chord) };
  }
}

function chordOf({ x, y, toX, toY }: Piece): number {
  return (toY - y) / (toX - x);
}

function pointBetween(x: number, low: number, high: number): CurvePoint {
  return { x, y: (low + high) / 2, doubt: (high - low) / 2 };
}
