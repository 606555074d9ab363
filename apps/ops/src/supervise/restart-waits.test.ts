import { expect, it } from 'vitest';
import { RestartWaits } from './restart-waits.js';

it('waits twice as long each time, at most 5 s', () => {
  const waits = new RestartWaits();
  expect([0, 100, 0, 29_999, 0, 0].map((ranMs) => waits.next(ranMs))).toEqual([
    500, 1_000, 2_000, 4_000, 5_000, 5_000,
  ]);
});

it('waits the short time again after 30 s of health', () => {
  const waits = new RestartWaits();
  for (let count = 0; count < 9; count += 1) waits.next(0);
  expect([30_000, 0].map((ranMs) => waits.next(ranMs))).toEqual([500, 1_000]);
});
