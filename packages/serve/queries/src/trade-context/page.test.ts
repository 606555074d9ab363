import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageSlice, type SlotActivity } from './page.js';

function activity(...counts: number[]): SlotActivity[] {
  return counts.map((lockCount, i) => ({ slot: 100 + i, lockCount, firstPohTick: null, lastPohTick: null }));
}

test('a page that begins in the middle of a slot skips the rows of earlier pages', () => {
  expect(pageSlice(activity(3, 4, 2), 2, 5)).toEqual({ slots: [101, 102], skip: 2, rows: 4 });
});

test('a page that ends with a slot does not touch the next', () => {
  expect(pageSlice(activity(3, 4, 2), 1, 3)).toEqual({ slots: [100], skip: 0, rows: 3 });
});

test.each([2, 1_000, Number.MAX_SAFE_INTEGER])('page %d past the end reads nothing', (page) => {
  expect(pageSlice(activity(3), page, 1_000)).toEqual({ slots: [], skip: 0, rows: 0 });
  expect(pageSlice([], page, 1)).toEqual({ slots: [], skip: 0, rows: 0 });
});

test('the pages of any slots, read one after the other, are all rows once and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 20 }),
      fc.integer({ min: 1, max: 40 }),
      (counts, limit) => {
        const slots = activity(...counts);
        const all = slots.flatMap(({ slot, lockCount }) =>
          Array.from({ length: lockCount }, (_, index) => `${slot}/${index}`),
        );
        for (let page = 1; page <= Math.ceil(all.length / limit) + 1; page += 1) {
          const slice = pageSlice(slots, page, limit);
          // The same as the query does with a slice: the rows of its slots, without the first `skip`.
          const rows = all
            .filter((row) => slice.slots.includes(Number(row.split('/')[0])))
            .slice(slice.skip, slice.skip + slice.rows);
          expect(rows).toEqual(all.slice((page - 1) * limit, page * limit));
          expect(new Set(rows.map((row) => Number(row.split('/')[0])))).toEqual(new Set(slice.slots));
        }
      },
    ),
    { numRuns: 200 },
  );
});
