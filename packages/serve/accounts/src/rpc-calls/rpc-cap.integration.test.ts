import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { rpcCallCap } from './rpc-cap.js';

let database: TestAccounts;
beforeAll(async () => {
  database = await startTestAccounts();
});
afterAll(() => database?.stop());

const clearWindows = () => database.asOwner('TRUNCATE tickscope.rate_windows');

test('calls of a day are counted over all processes, and a refusal has the wait until the next call', async () => {
  const limits = { perSecond: 1_000, perDay: 5 };
  const caps = [database.open(), database.open()].map((accounts) => rpcCallCap(accounts, limits).of('a'));
  const turns = await Promise.all(Array.from({ length: 12 }, (_, index) => caps[index % 2]!.take()));
  expect(turns.filter(({ waitMs }) => waitMs === 0)).toEqual(Array(5).fill({ waitMs: 0, limit: null }));
  const refused = turns.filter(({ waitMs }) => waitMs > 0);
  expect(refused.map(({ limit }) => limit)).toEqual(Array(7).fill('all'));
  // A call refused at once may have been sent just before the window began.
  expect(Math.max(...refused.map(({ waitMs }) => waitMs))).toBeLessThan(86_460_000);
  expect(Math.min(...refused.map(({ waitMs }) => waitMs))).toBeGreaterThan(86_000_000);
});

test('below one a second, there is one call in the seconds between', async () => {
  await clearWindows();
  const cap = rpcCallCap(database.open(), { perSecond: 0.01, perDay: 1_000_000 }).of('a');
  const [first, second] = [await cap.take(), await cap.take()];
  expect(first.waitMs).toBe(0);
  expect(second.waitMs).toBeGreaterThan(90_000);
  expect(second.waitMs).toBeLessThanOrEqual(100_000);
});

test('an account that used up its share of the day leaves the rest to the others', async () => {
  await clearWindows();
  const limits = { perSecond: 1_000, perDay: 10, accountSharePercent: 30 };
  const caps = [rpcCallCap(database.open(), limits), rpcCallCap(database.open(), limits)];
  const takes = async (account: string) => {
    const turns = [];
    for (let at = 0; at < 6; at += 1) turns.push((await caps[at % 2]!.of(account).take()).limit);
    return turns;
  };
  const share = [null, null, null, 'account', 'account', 'account'];
  expect(await takes('a')).toEqual(share);
  expect(await takes('b')).toEqual(share);
  expect(await takes('c')).toEqual(share);
  expect(await takes('d')).toEqual([null, 'all', 'all', 'all', 'all', 'all']);
});
