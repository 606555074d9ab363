import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import {
  claimDeliveries,
  cleanDeliveries,
  endDelivery,
  queueSandwiches,
  RETRY_WAITS_MS,
  retryDelivery,
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

const LIMITS = { most: 10, leaseMs: 60_000 };

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
  await endDelivery(accounts, due!, 'HTTP 200');
  expect((await listWebhooks(accounts, 'a'))[0]!.deliveries[0]).toMatchObject({ state: 'waiting' });
  await endDelivery(accounts, again!, 'HTTP 204');
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
  expect(await retryDelivery(accounts, due, 'HTTP 500')).toBe(false);
  const wait = await database.asOwner<{ seconds: number }>(
    'SELECT extract(epoch FROM due_at - now())::float8 AS seconds FROM tickscope.webhook_deliveries WHERE id = $1',
    [due.id],
  );
  expect(wait[0]!.seconds).toBeGreaterThan(3);
  expect(wait[0]!.seconds).toBeLessThanOrEqual(5);
  const last = { ...due, attempts: RETRY_WAITS_MS.length + 1 };
  expect(await retryDelivery(accounts, last, 'HTTP 503')).toBe(true);
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
  await endDelivery(accounts, due, 'HTTP 204');
  await database.asOwner(
    "UPDATE tickscope.webhook_deliveries SET ended_at = now() - interval '4 days' WHERE id = $1",
    [due.id],
  );
  await cleanDeliveries(accounts, 2);
  expect((await listWebhooks(accounts, 'b'))[0]).toMatchObject({ disabledReason: null, deliveries: [] });
  expect((await listWebhooks(accounts, 'a'))[0]!.disabledReason).toBe('more than 2 messages waited for it');
});
