import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstIndex } from './first-index.js';

test('the first element that is not before another is found, in any sorted list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), fc.nat({ max: 21 }), (values, least) => {
      const sorted = values.sort((left, right) => left - right);
      const found = firstIndex(sorted.length, (at) => sorted[at]! < least);
      expect(found).toBe(sorted.filter((value) => value < least).length);
    }),
  );
});
