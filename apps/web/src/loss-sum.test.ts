import { expect, test } from 'vitest';
import { addLoss, NO_LOSS } from './loss-sum.js';

test('a sum of losses is a lower bound where one of them is, or is not known in SOL', () => {
  const exact = addLoss(addLoss(NO_LOSS, { sol: '1.5' }, false), { sol: '0.25' }, false);
  expect(exact).toEqual({ sol: 1.75, count: 2, unknown: 0, isLeast: false });
  expect(addLoss(exact, { sol: '0.25' }, true)).toEqual({ sol: 2, count: 3, unknown: 0, isLeast: true });
  const partly = { sol: 1.75, count: 3, unknown: 1, isLeast: true };
  expect(addLoss(exact, { sol: null }, false)).toEqual(partly);
  expect(addLoss(exact, null, true)).toEqual(partly);
  // A lower bound stays one.
  expect(addLoss(partly, { sol: '1' }, false)).toEqual({ sol: 2.75, count: 4, unknown: 1, isLeast: true });
});
