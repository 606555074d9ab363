import { expect, test } from 'vitest';
import { localCap } from './local-cap.js';

test('limits calls per second and per day, and returns the wait until the next one', async () => {
  let now = 10_000;
  const cap = localCap({ perSecond: 2, perDay: 3 }, () => now).of('any provider');
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
  const cap = localCap({ perSecond: 0.5, perDay: 100 }, () => now).of('any provider');
  const wait = async () => (await cap.take()).waitMs;
  expect([await wait(), await wait()]).toEqual([0, 2_000]);
  now = 2_000;
  expect(await wait()).toBe(0);
});
