import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Accounts } from '@tickscope/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
import { hasOpenssl } from '../testing/self-signed.js';
import { type TestCaller, twoAccounts } from '../testing/two-accounts.js';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.js';
import { WEBHOOK_SETTINGS } from './webhook-worker.js';

const PLACES = WEBHOOK_SETTINGS.atOnce;
/** More than there are places. */
const SLOW_ONES = 20;
const MESSAGES = 20;
const MESSAGES_TO_SLOW = 3;
const WAIT_MS = 60_000;

describe.skipIf(!hasOpenssl)('webhooks of two accounts (skips without openssl)', () => {
  let quick: WebhookReceiver;
  let slow: WebhookReceiver;
  /** Answers that the slow receiver still owes; null: it answers at once. */
  let owed: ServerResponse[] | null = [];
  let api: JobsUnderTest;
  let accounts: Accounts;
  let [greedy, modest]: [TestCaller, TestCaller] = [] as never;
  beforeAll(async () => {
    quick = await startWebhookReceiver();
    slow = await startWebhookReceiver();
    slow.answer = (res) => (owed === null ? res.writeHead(204).end() : owed.push(res));
    const targets = { isAllowed: () => true, isAllowedPort: () => true, ca: quick.ca + slow.ca };
    const webhooks = { ...targets, pollMs: 50, timeoutMs: 10 * WAIT_MS };
    api = await startJobsUnderTest({ auth: 'on' }, { webhooks });
    ({
      accounts,
      callers: [greedy, modest],
    } = await twoAccounts(api.url, api.databaseUrl));
  });
  afterAll(async () => {
    for (const res of owed ?? []) res.destroy();
    await accounts?.close();
    await api?.stop();
    await quick?.stop();
    await slow?.stop();
  });

  async function until(what: string, look: () => Promise<boolean> | boolean): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (!(await look())) {
      if (Date.now() > deadline) throw new Error(`not within ${WAIT_MS / 1_000} s: ${what}`);
      await sleep(20);
    }
  }

  /** Messages for every webhook of an account. */
  const queue = (account: string, messages: number) =>
    accounts.query(
      `INSERT INTO tickscope.webhook_deliveries (webhook, event, body)
       SELECT id, 'sandwich', '{}' FROM tickscope.webhooks, generate_series(1, $2) WHERE account = $1`,
      [account, messages],
    );

  async function statesOf(caller: TestCaller): Promise<Record<string, number>> {
    const { body } = await caller.get('/webhooks');
    const { webhooks } = (body as { data: { webhooks: { sending: { state: string } }[] } }).data;
    const counts: Record<string, number> = {};
    for (const { sending } of webhooks) counts[sending.state] = (counts[sending.state] ?? 0) + 1;
    return counts;
  }

  test('twenty receivers that do not answer do not hold up a webhook that is made after them', async () => {
    // More than an account may have: as if several made them.
    await accounts.query(
      `INSERT INTO tickscope.webhooks (account, url, events, filters, secret)
       SELECT $1, $2, '{sandwich}', '{}', 'whsec_c2VjcmV0' FROM generate_series(1, $3)`,
      [greedy.account, slow.url, SLOW_ONES],
    );
    await queue(greedy.account, MESSAGES_TO_SLOW);
    await until('a message is being sent to each slow receiver', () => owed?.length === SLOW_ONES);

    const made = await modest.post('/webhooks', { url: quick.url, events: ['sandwich'] });
    expect(made.status).toBe(200);
    await queue(modest.account, MESSAGES);
    await until(`${MESSAGES} messages have come`, () => quick.received.length >= MESSAGES);
    expect(slow.received).toHaveLength(SLOW_ONES);
  });

  test('slow receivers have turns among themselves, and their owner sees that they are slow', async () => {
    const answers = owed ?? [];
    owed = [];
    for (const res of answers) res.writeHead(204).end();
    await until(
      'the next round of slow ones, as many as an account may have',
      () => (owed ?? []).length >= PLACES / 2,
    );
    // The others were begun when these had moved to the places for slow ones.
    await until('they are shown', async () => ((await statesOf(greedy))['slow'] ?? 0) >= PLACES);
    const late = owed;
    owed = null;
    for (const res of late) res.writeHead(204).end();
    await until('every message has come', () => slow.received.length >= SLOW_ONES * MESSAGES_TO_SLOW);
  });
});
