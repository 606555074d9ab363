import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../api/queries.js';
import { clampTop, layoutOf, markAt, seenLanes, spread } from './layout.js';
import { keyTarget, marksOf } from './marks.js';
import { partName, placeNames } from './names.js';

const rowOf = (slot: number, tick: number, role?: Row['roles'][number]['role'], isOwn = false): Row =>
  ({
    slot,
    poh_tick: slot * 64 + tick,
    signature: `${slot}.${tick}.${role}`,
    roles: role === undefined ? [] : [{ role, sandwich_id: 'one' }],
    is_original: isOwn,
    is_vote: 0,
    success: true,
    matched_in_written: true,
  }) as unknown as Row;

const rows = [
  rowOf(10, 3),
  rowOf(11, 20, 'frontrun'),
  rowOf(11, 20, 'victim', true),
  rowOf(11, 20, 'victim'),
  rowOf(12, 60, 'backrun'),
];
const marks = marksOf(rows, 10);

test('marks on the rail never cover one another, keep their order and stay between the ends', () => {
  const places = fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(places, (unsorted) => {
      const wanted = unsorted.toSorted((left, right) => left - right);
      const gap = Math.min(16, 1_000 / wanted.length);
      const found = spread(wanted, gap, gap / 2, 1_000 - gap / 2);
      expect(found).toHaveLength(wanted.length);
      for (const [at, x] of found.entries()) {
        expect(x).toBeGreaterThanOrEqual(gap / 2 - 1e-6);
        expect(x).toBeLessThanOrEqual(1_000 - gap / 2 + 1e-6);
        if (at > 0) expect(x - found[at - 1]!).toBeGreaterThanOrEqual(gap - 1e-6);
      }
    }),
  );
});

test('places that are far enough apart stay where they are', () => {
  expect(spread([10, 40, 90], 16, 0, 100)).toEqual([10, 40, 90]);
});

test('every mark stands in its lane, at every zoom', () => {
  for (const seen of [3, 5, 9, 17, 33, 65, 129, 201]) {
    const layout = layoutOf(marks, { width: 1_100, lanes: 201, seen });
    for (const [at, { y, tickX }] of layout.spots.entries()) {
      const { lane, tick } = marks[at]!;
      expect(y).toBeGreaterThanOrEqual(lane * layout.laneHeight);
      expect(y).toBeLessThanOrEqual((lane + 1) * layout.laneHeight);
      expect(tickX).toBeCloseTo(layout.left + ((tick + 0.5) / 64) * layout.plotWidth);
    }
  }
});

test('a mark is found where it is drawn, and none far from all', () => {
  const layout = layoutOf(marks, { width: 1_100, lanes: 3, seen: 3 });
  for (const [at, { x, y }] of layout.spots.entries()) expect(markAt(marks, layout.spots, x, y, 14)).toBe(at);
  expect(markAt(marks, layout.spots, 900, 40, 14)).toBeNull();
});

test('the window stays within the range', () => {
  const layout = layoutOf(marks, { width: 1_100, lanes: 9, seen: 5 });
  expect([-3, 2.5, 40].map((top) => clampTop(top, layout))).toEqual([0, 2.5, 4]);
});

test('the lanes that are seen are those of the window, the ones in part included', () => {
  const layout = layoutOf(marks, { width: 1_100, lanes: 9, seen: 5 });
  expect(seenLanes(2, layout)).toEqual({ from: 2, to: 6 });
  expect(seenLanes(2.5, layout)).toEqual({ from: 2, to: 7 });
  expect(seenLanes(0, layoutOf(marks, { width: 1_100, lanes: 3, seen: 5 }))).toEqual({ from: 0, to: 2 });
});

test('failed attempts around a frontrun do not take its name', () => {
  const attempts = [1, 2, 4, 5].map((tick) => rowOf(10, 18 + tick, 'frontrun_attempt'));
  const all = [
    ...attempts,
    rowOf(10, 21, 'frontrun'),
    rowOf(10, 23, 'victim', true),
    rowOf(10, 26, 'backrun'),
  ];
  const drawn = marksOf(all, 10);
  const layout = layoutOf(drawn, { width: 1_100, lanes: 3, seen: 3 });
  const names = placeNames(layout, drawn).map(({ mark }) => partName(mark));
  expect(names).toContain('frontrun');
  expect(names).toContain('backrun');
  expect(partName(drawn[0]!)).toBe('failed frontrun');
});

test('arrow keys walk in the order of the chain, and to the nearest tick of the next lane with marks', () => {
  expect(keyTarget('ArrowRight', marks, 1)).toBe(2);
  expect(keyTarget('ArrowLeft', marks, 0)).toBe(0);
  expect(keyTarget('ArrowDown', marks, 0)).toBe(1);
  expect(keyTarget('ArrowUp', marks, 4)).toBe(1);
  expect(keyTarget('Home', marks, 4)).toBe(2);
  expect(keyTarget('x', marks, 4)).toBeNull();
});

test('the role of a row is that of the page first, then the attack', () => {
  expect(marks.map(({ role, shape }) => [role, shape])).toEqual([
    ['other', 'circle'],
    ['frontrun', 'diamond'],
    ['you', 'circle'],
    ['victim', 'circle'],
    ['backrun', 'diamond'],
  ]);
});
