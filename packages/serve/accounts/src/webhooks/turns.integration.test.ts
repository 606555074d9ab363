import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Accounts } from '../accounts.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { claimDeliveries, endDelivery, retryDelivery } from './deliveries.js';
import type { DueDelivery } from './types.js';
import { createWebhook, listWebhooks } from './webhooks.js';

let database: TestAccounts;
let accounts: Accounts;
beforeAll(async () => {
  database = await startTestAccounts();
  accounts = database.open();
});
afterAll(async () => database?.stop());
beforeEach(() => database.empty());

const LEASE_MS = 60_000;
const ROOM = { places: 4, slowPlaces: 4, slowPerAccount: 2, leaseMs: LEASE_MS };
const QUICK = { result: 'HTTP 204', isSlow: false };
const SLOW = { result: 'HTTP 204', isSlow: true };
const FAILED = { result: 'HTTP 500', isSlow: false };

async function webhook(account: string): Promise<string> {
  const request = { account, url: 'https://example.com/', events: ['sandwich'] as const, filters: {} };
  return (await createWebhook(accounts, request)).webhook.id;
}

/** Webhooks of an account, each with messages that are due. */
async function webhooksWith(messages: number, account: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await webhook(account));
  for (const id of ids) await queue(id, messages);
  return ids;
}

async function queue(id: string, messages: number): Promise<void> {
  await accounts.query(
    `INSERT INTO tickscope.webhook_deliveries (webhook, event, body)
     SELECT $1, 'sandwich', '{}' FROM generate_series(1, $2)`,
    [id, messages],
  );
}

/** As if time had passed: what waits for its next attempt is due. */
async function retriesAreDue(): Promise<void> {
  await accounts.query(
    'UPDATE tickscope.webhook_deliveries SET due_at = clock_timestamp() WHERE attempts > 0 AND due_at > clock_timestamp()',
  );
}

const claim = (changed: Partial<Parameters<typeof claimDeliveries>[1]> = {}): Promise<DueDelivery[]> =>
  claimDeliveries(accounts, { ...ROOM, ...changed });

const countsOf = (taken: readonly DueDelivery[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { account } of taken) counts[account] = (counts[account] ?? 0) + 1;
  return counts;
};

test('accounts share the places, whichever has more webhooks', async () => {
  await webhooksWith(1, 'many', 10);
  await webhooksWith(1, 'two', 2);
  expect(countsOf(await claim())).toEqual({ many: 2, two: 2 });
});

test('an account that holds its share gets no place while others wait', async () => {
  await webhooksWith(3, 'many', 10);
  const sending = await claim();
  expect(countsOf(sending)).toEqual({ many: 4 });
  await webhooksWith(1, 'late', 3);
  expect(countsOf(await claim({ places: 3, sending }))).toEqual({ late: 3 });
});

test('an account alone has all places', async () => {
  await webhooksWith(1, 'many', 10);
  expect(countsOf(await claim({ places: 9 }))).toEqual({ many: 9 });
});

test('webhooks have their turns by the time at which they were last served', async () => {
  const ids = await webhooksWith(5, 'a', 3);
  const order: string[] = [];
  for (let at = 0; at < 9; at += 1) {
    const [due] = await claim({ places: 1 });
    order.push(due!.webhook);
    await endDelivery(accounts, due!, QUICK);
  }
  expect(new Set(order.slice(0, 3))).toEqual(new Set(ids));
  expect(order).toEqual([...order.slice(0, 3), ...order.slice(0, 3), ...order.slice(0, 3)]);
});

test('accounts have their turns, however often one of them makes a new webhook', async () => {
  await webhooksWith(9, 'steady', 1);
  const order: string[] = [];
  for (let at = 0; at < 6; at += 1) {
    await webhooksWith(1, 'new ones', 1);
    const [due] = await claim({ places: 1 });
    order.push(due!.account);
    await endDelivery(accounts, due!, QUICK);
  }
  expect(order.slice(2).filter((account) => account === 'steady')).toHaveLength(2);
});

test('a webhook whose receiver was slow takes a place for slow ones only, until it is quick', async () => {
  const [slow] = await webhooksWith(5, 'a', 1);
  const [first] = await claim();
  expect(first!.isSlow).toBe(false);
  await endDelivery(accounts, first!, SLOW);
  expect((await listWebhooks(accounts, 'a'))[0]!.sending).toEqual({ state: 'slow' });
  await webhooksWith(1, 'b', 1);
  expect(countsOf(await claim({ slowPlaces: 0 }))).toEqual({ b: 1 });
  const [second, ...others] = await claim({ places: 0 });
  expect([second, others]).toMatchObject([{ webhook: slow, isSlow: true }, []]);
  await endDelivery(accounts, second!, QUICK);
  expect((await listWebhooks(accounts, 'a'))[0]!.sending).toEqual({ state: 'normal' });
  expect(countsOf(await claim({ slowPlaces: 0 }))).toEqual({ a: 1 });
});

test('one account never holds all places for slow receivers', async () => {
  await webhooksWith(2, 'many', 4);
  for (const due of await claim()) await endDelivery(accounts, due, SLOW);
  expect(countsOf(await claim())).toEqual({ many: 2 });
});

/** Fails five messages of a webhook. Returns them. */
async function failFive(): Promise<DueDelivery[]> {
  const failed: DueDelivery[] = [];
  for (let at = 0; at < 5; at += 1) {
    const [due] = await claim();
    await retryDelivery(accounts, due!, FAILED);
    failed.push(due!);
  }
  return failed;
}

const shown = async () => (await listWebhooks(accounts, 'a'))[0]!;
const unpause = () => accounts.query('UPDATE tickscope.webhooks SET paused_until = clock_timestamp()');

test('after five failures in a row new messages wait, and retries are made at their times', async () => {
  await webhooksWith(50, 'a', 1);
  const failed = await failFive();
  expect(new Set(failed.map(({ id }) => id)).size).toBe(5);
  expect(await claim()).toEqual([]);

  const { sending, deliveries, waiting } = await shown();
  expect([sending?.state, waiting]).toEqual(['failing', 50]);
  if (sending?.state !== 'failing') throw new Error('it is failing');
  const pauseMs = sending.pausedUntil.getTime() - sending.since.getTime();
  expect(pauseMs).toBeGreaterThanOrEqual(30_000);
  // The list says when each is tried at the earliest: the new ones after the pause, the others as promised, 5 s after.
  for (const { attempts, dueAt } of deliveries)
    if (attempts === 0) expect(dueAt).toEqual(sending.pausedUntil);
  const due = await accounts.query<{ wait: number }>(
    'SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS wait FROM tickscope.webhook_deliveries WHERE attempts = 1',
  );
  expect(due).toHaveLength(5);
  for (const { wait } of due) expect(wait).toBeLessThanOrEqual(5);

  await retriesAreDue();
  const retried = await claim();
  expect(retried).toMatchObject([{ attempts: 2 }]);
  expect(failed.map(({ id }) => id)).toContain(retried[0]!.id);
});

test('a pause that ends lets one new message through, and its failure makes the next pause', async () => {
  await webhooksWith(50, 'a', 1);
  await failFive();
  await unpause();
  const [probe] = await claim();
  expect(probe).toMatchObject({ attempts: 1 });
  // Also for another process, which is not sending to it.
  expect(await claim()).toEqual([]);
  await accounts.query(
    "UPDATE tickscope.webhooks SET failing_since = clock_timestamp() - interval '4 minutes'",
  );
  await retryDelivery(accounts, probe!, FAILED);
  const { sending } = await shown();
  if (sending?.state !== 'failing') throw new Error('it is failing');
  const pauseMs = sending.pausedUntil.getTime() - sending.since.getTime() - 240_000;
  expect(pauseMs).toBeGreaterThanOrEqual(240_000);
  expect(await claim()).toEqual([]);
});

test('one accepted message ends the pause', async () => {
  await webhooksWith(50, 'a', 1);
  await failFive();
  await retriesAreDue();
  const [retried] = await claim();
  await endDelivery(accounts, retried!, QUICK);
  expect((await shown()).sending).toEqual({ state: 'normal' });
  expect(await claim()).toHaveLength(1);
});

test('a disabled webhook says nothing about how messages are sent', async () => {
  await webhooksWith(1, 'a', 1);
  const [due] = await claim();
  await retryDelivery(accounts, due!, FAILED, []);
  expect(await shown()).toMatchObject({ sending: null, disabledReason: expect.stringContaining('HTTP 500') });
});
