import { expect, test } from 'vitest';
import type { PricePoint } from './price-path.js';
import { sceneOf } from './price-scene.js';

const pointOf = (
  kind: PricePoint['kind'],
  slot: number,
  price: number,
  fairPrice: number | null,
): PricePoint =>
  ({ kind, slot, blockIndex: 0, price, fairPrice, signature: `${kind} ${price}` }) as PricePoint;

const POINTS = [
  pointOf('frontrun', 5, 100, null),
  pointOf('victim', 5, 110, 102),
  pointOf('victim', 6, 115, null),
  pointOf('victim', 6, 120, 108),
  pointOf('backrun', 8, 118, null),
];
const scene = (width: number) => sceneOf(POINTS, { base: 102, signature: 'victim 110', width });

test('columns are in order, within the width, and this trade is marked', () => {
  for (const width of [320, 390, 1_100, 2_400]) {
    const xs = scene(width).columns.map(({ x }) => x);
    expect(xs).toEqual(xs.toSorted((left, right) => left - right));
    expect(xs[0]).toBeGreaterThan(0);
    expect(xs.at(-1)).toBeLessThan(width);
  }
  expect(scene(1_100).columns.map(({ isYou }) => isYou)).toEqual([false, true, false, false, false]);
});

test('a higher price stands higher, and the fair price of a victim beneath the price paid', () => {
  const { columns } = scene(1_100);
  const byPrice = columns.toSorted((left, right) => left.point.price - right.point.price);
  expect(byPrice.map(({ paidY }) => paidY)).toEqual(
    byPrice.map(({ paidY }) => paidY).toSorted((left, right) => right - left),
  );
  for (const { paidY, fairY } of columns) if (fairY !== null) expect(fairY).toBeGreaterThan(paidY);
  expect(columns.map(({ fairY }) => fairY === null)).toEqual([true, false, true, false, true]);
});

test('both lines go from the first column to the last, with their steps at columns', () => {
  const { columns, paidLine, fairLine } = scene(1_100);
  const xs = columns.map(({ x }) => x);
  for (const line of [paidLine, fairLine]) {
    const used = [...line.matchAll(/[MH]([\d.]+)/g)].map(([, x]) => Number(x));
    expect(used[0]).toBe(xs[0]);
    expect(used.at(-1)).toBe(xs.at(-1));
    expect(used.every((x) => xs.includes(x))).toBe(true);
  }
});

test('where no fair price is known, only the price paid is drawn', () => {
  const unknown = POINTS.map((point) => ({ ...point, fairPrice: null }));
  const { fairLine, gap, paidLine } = sceneOf(unknown, { base: 100, signature: null, width: 800 });
  expect([fairLine, gap, paidLine === '']).toEqual(['', '', false]);
});

test('slots are named beneath their columns', () => {
  const { slots, columns } = scene(1_100);
  expect(slots.map(({ slot }) => slot)).toEqual([5, 6, 8]);
  expect([slots[1]!.from, slots[1]!.to]).toEqual([columns[2]!.x, columns[3]!.x]);
});
