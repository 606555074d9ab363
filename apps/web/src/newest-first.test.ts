import { expect, test } from 'vitest';
import { newestFirst } from './newest-first.js';

const sandwich = (from: number, to: number, blockIndex: number) => ({
  id: `${from}.${blockIndex}.0.0.0`,
  slot_range: { from, to },
  block_time: 1_700_000_000 + Math.floor(to / 2),
});

test('the times of listed sandwiches never go up, whatever order the API or the feed has them in', () => {
  // By the first leg, as the API lists them: the second ended last.
  const listed = [sandwich(108, 109, 3), sandwich(106, 114, 1), sandwich(106, 106, 0), sandwich(90, 112, 7)];
  const times = newestFirst(listed).map(({ block_time: at }) => at);
  expect(times).toEqual([...times].sort((left, right) => right - left));
  expect(newestFirst(listed).map(({ slot_range: { to } }) => to)).toEqual([114, 112, 109, 106]);
});

test('sandwiches of one slot are in the order of the block, the later one first', () => {
  const ids = newestFirst([sandwich(5, 5, 9), sandwich(5, 5, 120), sandwich(5, 5, 10)]).map(({ id }) => id);
  expect(ids).toEqual(['5.120.0.0.0', '5.10.0.0.0', '5.9.0.0.0']);
});

test('the order of an answer itself is left as it is', () => {
  const listed = Object.freeze([sandwich(1, 1, 0), sandwich(2, 2, 0)]);
  newestFirst(listed);
  expect(listed.map(({ id }) => id)).toEqual(['1.0.0.0.0', '2.0.0.0.0']);
});
