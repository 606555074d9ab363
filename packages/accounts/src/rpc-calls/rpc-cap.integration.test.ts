import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { rpcCallCap } from './rpc-cap.js';

let database: TestAccounts;
beforeAll(async () => {
  database = await startTestAccounts();
});
afterAll(() => database?.stop());

test('calls of a day are counted over all processes, and what is refused says when the next may go', async () => {
  const limits = { perSecond: 1_000, perDay: 5 };
  const caps = [database.open(), database.open()].map((accounts) => rpcCallCap(accounts, limits));
  const waits = await Promise.all(Array.from({ length: 12 }, (_, index) => caps[index % 2]!.take()));
  expect(waits.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  const refused = waits.filter((waitMs) => waitMs > 0);
  expect(Math.max(...refused)).toBeLessThanOrEqual(86_400_000);
  expect(Math.min(...refused)).toBeGreaterThan(86_000_000);
});

test('below one a second, there is one call in the seconds between', async () => {
  const cap = rpcCallCap(database.open(), { perSecond: 0.01, perDay: 1_000_000 });
  const [first, second] = [await cap.take(), await cap.take()];
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(90_000);
  expect(second).toBeLessThanOrEqual(100_000);
});
