import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { allowsAccess, statusAt } from '../subscriptions/status.js';
import { SUBSCRIPTION_STATUSES } from '../subscriptions/types.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import {
  claimDeliveries,
  cleanDeliveries,
  endDelivery,
  queueSandwiches,
  RETRY_WAITS_MS,
  retryDelivery,
  sandwichListeners,
  takeFeed,
} from './deliveries.js';
import { createWebhook, listWebhooks } from './webhooks.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(async () => {
  await database.empty();
  await database.asOwner('TRUNCATE tickscope.webhook_feed');
});

const LIMITS = { places: 10, slowPlaces: 0, slowPerAccount: 0, leaseMs: 60_000 };

async function webhook(account = 'a'): Promise<string> {
  const request = { account, url: 'https://example.com/', events: ['sandwich'] as const, filters: {} };
  return (await createWebhook(accounts, request)).webhook.id;
}

async function queue(...webhooks: string[]): Promise<void> {
  const owner = randomUUID();
  const before = (await takeFeed(accounts, owner, 1))!;
  const deliveries = webhooks.map((id, at) => ({ webhook: id, body: `{"n":${at}}` }));
  await database.asOwner("UPDATE tickscope.webhook_feed SET lease_ends_at = now() + interval '1 minute'");
  expect(await queueSandwiches(accounts, { owner, before, now: randomUUID(), deliveries })).toBe(true);
  await database.asOwner('UPDATE tickscope.webhook_feed SET lease_ends_at = now()');
}

test('an account that has expired gets no message, whichever way its subscription ended', async () => {
  const [past, older, future] = [-1, -2, 1].map((days) => new Date(Date.now() + days * 86_400_000));
  const dates = [null, past!, older!, future!];
  const stored = SUBSCRIPTION_STATUSES.flatMap((status) =>
    dates.flatMap((trialEndsAt) =>
      dates.flatMap((currentPeriodEndsAt) =>
        dates.map((graceEndsAt) => ({ status, trialEndsAt, currentPeriodEndsAt, graceEndsAt })),
      ),
    ),
  );
  const ids = new Map<string, (typeof stored)[number]>();
  for (const [at, subscription] of stored.entries()) {
    ids.set(await webhook(`account ${at}`), subscription);
    await database.asOwner(
      `INSERT INTO tickscope.subscriptions (account, status, plan, updated_at, trial_ends_at, current_period_ends_at, grace_ends_at)
       VALUES ('account ${at}', '${subscription.status}', 'default', now(), ${[subscription.trialEndsAt, subscription.currentPeriodEndsAt, subscription.graceEndsAt].map((date) => (date === null ? 'NULL' : `'${date.toISOString()}'`)).join(', ')})`,
    );
  }
  // An account without a subscription has none that could end.
  const without = await webhook('without');
  const live = [...ids].filter(([, each]) => allowsAccess(statusAt(each, new Date()))).map(([id]) => id);
  expect(live.length).toBeGreaterThan(20);
  expect(ids.size - live.length).toBeGreaterThan(20);
  const expected = [...live, without].sort();
  expect((await sandwichListeners(accounts)).map(({ id }) => id).sort()).toEqual(expected);
  await queue(...ids.keys(), without);
  const due = await claimDeliveries(accounts, { ...LIMITS, places: 1_000 });
  expect(due.map((each) => each.webhook).sort()).toEqual(expected);
});

test('a delivery is taken by one process, and again when its lease has passed', async () => {
  const id = await webhook();
  await queue(id);
  const taken = await Promise.all([1, 2, 3, 4].map(() => claimDeliveries(accounts, LIMITS)));
  const [due, ...more] = taken.flat();
  expect(more).toEqual([]);
  expect(due).toMatchObject({ webhook: id, attempts: 1, body: '{"n":0}' });
  await database.asOwner("UPDATE tickscope.webhook_deliveries SET due_at = now() - interval '1 second'");
  const [again] = await claimDeliveries(accounts, LIMITS);
  expect(again).toMatchObject({ id: due!.id, attempts: 2 });
  // The first one is too late: the second attempt decides.
  await endDelivery(accounts, due!, { result: 'HTTP 200', isSlow: false });
  expect((await listWebhooks(accounts, 'a'))[0]!.deliveries[0]).toMatchObject({ state: 'waiting' });
  await endDelivery(accounts, again!, { result: 'HTTP 204', isSlow: false });
  expect((await listWebhooks(accounts, 'a'))[0]!.deliveries[0]).toMatchObject({
    ...{ state: 'delivered', attempts: 2, lastResult: 'HTTP 204', dueAt: null },
  });
});

test('of one webhook only one delivery is taken at a time', async () => {
  const [one, two] = [await webhook('a'), await webhook('b')];
  await queue(one, one, one, two);
  const taken = await claimDeliveries(accounts, LIMITS);
  expect(taken.map((due) => due.webhook).toSorted()).toEqual([one, two].toSorted());
});

test('a message is tried for a day, in ever longer waits; then its webhook is disabled', async () => {
  expect(RETRY_WAITS_MS.reduce((sum, wait) => sum + wait, 0) / 3_600_000).toBeCloseTo(23.7, 1);
  expect(RETRY_WAITS_MS).toEqual([...RETRY_WAITS_MS].sort((a, b) => a - b));
  const id = await webhook();
  await queue(id, id);
  const due = (await claimDeliveries(accounts, LIMITS))[0]!;
  expect(await retryDelivery(accounts, due, { result: 'HTTP 500', isSlow: false })).toBe(false);
  const wait = await database.asOwner<{ seconds: number }>(
    'SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM tickscope.webhook_deliveries WHERE id = $1',
    [due.id],
  );
  expect(wait[0]!.seconds).toBeGreaterThan(3);
  expect(wait[0]!.seconds).toBeLessThanOrEqual(5);
  const last = { ...due, attempts: RETRY_WAITS_MS.length + 1 };
  expect(await retryDelivery(accounts, last, { result: 'HTTP 503', isSlow: false })).toBe(true);
  const [listed] = await listWebhooks(accounts, 'a');
  expect(listed!.disabledReason).toContain('HTTP 503');
  expect(listed!.deliveries.map(({ state }) => state)).toEqual(['failed', 'failed']);
  await queue(id);
  expect(await claimDeliveries(accounts, LIMITS)).toEqual([]);
});

test('one process at a time turns the feed into deliveries; what it stores and how far it is are one step', async () => {
  const id = await webhook();
  const [one, two] = [randomUUID(), randomUUID()];
  expect(await takeFeed(accounts, one, 60_000)).toBeNull();
  expect(await takeFeed(accounts, two, 60_000)).toBeUndefined();
  const step = { owner: one, before: null, now: 'p1', deliveries: [{ webhook: id, body: '{}' }] };
  expect(await queueSandwiches(accounts, step)).toBe(true);
  // Once more, as after an answer that was lost.
  expect(await queueSandwiches(accounts, step)).toBe(false);
  await database.asOwner('UPDATE tickscope.webhook_feed SET lease_ends_at = now()');
  expect(await takeFeed(accounts, two, 60_000)).toBe('p1');
  expect(await queueSandwiches(accounts, { ...step, before: 'p1', now: 'p2' })).toBe(false);
  expect((await listWebhooks(accounts, 'a'))[0]!.waiting).toBe(1);
});

test('old deliveries are deleted, and a webhook for which too much waits is disabled', async () => {
  const [full, other] = [await webhook('a'), await webhook('b')];
  await queue(full, full, full, other);
  const due = (await claimDeliveries(accounts, LIMITS)).find((each) => each.webhook === other)!;
  await endDelivery(accounts, due, { result: 'HTTP 204', isSlow: false });
  await database.asOwner(
    "UPDATE tickscope.webhook_deliveries SET ended_at = now() - interval '4 days' WHERE id = $1",
    [due.id],
  );
  await cleanDeliveries(accounts, 2);
  expect((await listWebhooks(accounts, 'b'))[0]).toMatchObject({ disabledReason: null, deliveries: [] });
  expect((await listWebhooks(accounts, 'a'))[0]!.disabledReason).toBe('more than 2 messages waited for it');
});
