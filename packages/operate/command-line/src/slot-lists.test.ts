import { describe, expect, it } from 'vitest';
import { formatRanges, rangesOf } from './slot-lists.js';

describe('slots as a person reads them', () => {
  it.each([
    [[7], '7'],
    [[7, 9, 10, 11, 12], '7, 9 to 12'],
    [[1, 3, 5, 7, 9, 11, 13], '1, 3, 5, 7, 9 and 2 more ranges'],
  ])('%j', (slots, text) => {
    expect(formatRanges(rangesOf(slots))).toBe(text);
  });

  it('a truncated list says that there are more', () => {
    expect(formatRanges([{ from_slot: 1, to_slot: 2 }], true)).toBe('1 to 2 and more ranges');
  });
});
