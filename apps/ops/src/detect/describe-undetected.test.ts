import { expect, it } from 'vitest';
import { describeUndetectedSlots } from './describe-undetected.js';

it('names the blocks that the API has not analysed yet, and how to analyse them', () => {
  expect(describeUndetectedSlots([])).toBeNull();
  expect(describeUndetectedSlots([5])).toBe(
    '1 of these blocks is not analysed yet (5): what is printed here is not stored, and the API answers "unknown" ' +
      'there. "tickscope redetect --from 5 --to 5" stores it.',
  );
  expect(describeUndetectedSlots([5, 6, 9])).toMatch(
    /^3 of these blocks are not analysed yet \(5 to 6, 9\): .*"tickscope redetect --from 5 --to 9"/,
  );
});
