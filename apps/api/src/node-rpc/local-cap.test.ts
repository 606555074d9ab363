import { expect, test } from 'vitest';
import { localCap } from './local-cap.js';

test('takes so many calls a second and so many a day, and says when the next one may go', async () => {
  let now = 10_000;
  const cap = localCap({ perSecond: 2, perDay: 3 }, () => now).of('whoever');
  const wait = async () => (await cap.take()).waitMs;
  expect([await wait(), await wait(), await wait()]).toEqual([0, 0, 1_000]);
  now += 1_000;
  expect(await wait()).toBe(0);
  expect(await wait()).toBe(86_400_000 - 1_000);
  now += 86_400_000;
  expect(await wait()).toBe(0);
});

test('below one a second is one in the seconds between', async () => {
  let now = 0;
  const cap = localCap({ perSecond: 0.5, perDay: 100 }, () => now).of('whoever');
  const wait = async () => (await cap.take()).waitMs;
  expect([await wait(), await wait()]).toEqual([0, 2_000]);
  now = 2_000;
  expect(await wait()).toBe(0);
});
