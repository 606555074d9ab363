import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSpans, type SlotSpan, withoutSpans } from './spans.js';

const spans = fc.array(
  fc.tuple(fc.nat(60), fc.nat(8)).map(([from, more]): SlotSpan => [from, from + more]),
  { maxLength: 12 },
);

const slotsOf = (list: readonly SlotSpan[]): Set<number> =>
  new Set(list.flatMap(([from, to]) => Array.from({ length: to + 1 - from }, (_, at) => from + at)));

/** In order, with at least a slot between any two. */
function areFewest(list: readonly SlotSpan[]): boolean {
  return list.every(([from, to], at) => from <= to && (at === 0 || from > list[at - 1]![1] + 1));
}

test('merged spans hold the same slots and are as few as can be', () => {
  fc.assert(
    fc.property(spans, (list) => {
      const merged = mergeSpans(list);
      expect(slotsOf(merged)).toEqual(slotsOf([...list].sort((a, b) => a[0] - b[0])));
      expect(areFewest(merged)).toBe(true);
    }),
  );
});

test('spans without others hold the slots of the first that are in none of the second', () => {
  fc.assert(
    fc.property(spans, spans, (list, others) => {
      const left = withoutSpans(list, others);
      const out = slotsOf(others);
      expect([...slotsOf(left)]).toEqual([...slotsOf(mergeSpans(list))].filter((slot) => !out.has(slot)));
      expect(areFewest(left)).toBe(true);
    }),
  );
});
