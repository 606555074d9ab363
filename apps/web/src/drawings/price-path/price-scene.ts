import { scaleLinear } from 'd3-scale';
import type { PricePoint } from './price-path.js';

export const HEIGHT = 300;
const TOP = 40;
const BOTTOM = 76;
const NARROW = 640;
const WIDEST_STEP = 230;

export interface Column {
  point: PricePoint;
  isYou: boolean;
  x: number;
  paidY: number;
  fairY: number | null;
}

/** Where everything stands, in pixels. Prices are in per cent above `base`. */
export interface Scene {
  width: number;
  columns: readonly Column[];
  /** Between two columns. */
  step: number;
  isNarrow: boolean;
  grid: readonly { percent: number; y: number }[];
  paidLine: string;
  fairLine: string;
  /** Between what was paid and the price without the attacker. */
  gap: string;
  /** The slots beneath their columns, in order. */
  slots: readonly { slot: number; from: number; to: number }[];
}

export function sceneOf(
  points: readonly PricePoint[],
  { base, signature, width }: { base: number; signature: string | null; width: number },
): Scene {
  const isNarrow = width < NARROW;
  const [left, right] = isNarrow ? [44, 24] : [170, 150];
  const room = width - left - right;
  const step = Math.min(WIDEST_STEP, room / Math.max(1, points.length - 1));
  const start = left + (room - step * (points.length - 1)) / 2;
  const share = (price: number): number => (price / base - 1) * 100;
  const values = points.flatMap(({ price, fairPrice }) => [price, fairPrice ?? price]).map(share);
  const y = scaleLinear([Math.min(0, ...values), Math.max(0.01, ...values)], [HEIGHT - BOTTOM, TOP]);
  const columns = points.map((point, at) => ({
    point,
    isYou: point.signature === signature && point.kind === 'victim',
    x: start + at * step,
    paidY: y(share(point.price)),
    fairY: point.fairPrice === null ? null : y(share(point.fairPrice)),
  }));
  const paid = columns.map(({ x, paidY }) => [x, paidY] as const);
  const fair = fairPoints(columns);
  return {
    width,
    columns,
    step,
    isNarrow,
    grid: y.ticks(4).map((percent) => ({ percent, y: y(percent) })),
    paidLine: stepLine(paid),
    fairLine: fair.length === 0 ? '' : stepLine(fair),
    gap: fair.length === 0 ? '' : `${stepLine(paid)}V${fair.at(-1)![1]}${stepsBack(fair)}Z`,
    slots: slotsOf(columns),
  };
}

type Point = readonly [x: number, y: number];

/** Level at each price until the next swap moves it. */
const stepLine = ([first, ...others]: readonly Point[]): string =>
  `M${first!.join(' ')}${others.map(([x, y]) => `H${x}V${y}`).join('')}`;

/** The same line from its end to its beginning. */
const stepsBack = (points: readonly Point[]): string =>
  `${points
    .slice(0, -1)
    .map(([, y], at) => `H${points[at + 1]![0]}V${y}`)
    .toReversed()
    .join('')}H${points[0]![0]}`;

/** The fair price at each victim whose fair price is known, level in between, and from the first to the last column. */
function fairPoints(columns: readonly Column[]): Point[] {
  const known = columns.flatMap(({ x, fairY }): Point[] => (fairY === null ? [] : [[x, fairY]]));
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [[columns[0]!.x, first[1]], ...known, [columns.at(-1)!.x, last[1]]];
}

function slotsOf(columns: readonly Column[]): { slot: number; from: number; to: number }[] {
  const slots: { slot: number; from: number; to: number }[] = [];
  for (const { point, x } of columns) {
    const last = slots.at(-1);
    if (last?.slot === point.slot) last.to = x;
    else slots.push({ slot: point.slot, from: x, to: x });
  }
  return slots;
}
