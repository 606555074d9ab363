import { setTimeout as sleep } from 'node:timers/promises';
import { address } from '@tickscope/testkit/traded-block';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
import { final, found, plant, retracted, storeBlocks, write } from '../testing/planted-sandwiches.js';
import { get, post } from '../testing/request.js';
import { hasOpenssl } from '../testing/self-signed.js';
import { type Received, startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.js';

interface Message {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

interface Shown {
  id: string;
  waiting: number;
  disabled_reason: string | null;
  deliveries: { id: string; state: string; attempts: number; last_result: string | null }[];
}

const WAIT_MS = 30_000;

describe.skipIf(!hasOpenssl)(
  'webhooks, from the event to a receiver over HTTPS (skips without openssl)',
  () => {
    let receiver: WebhookReceiver;
    /** Accepts connections, and never answers. */
    let silent: WebhookReceiver;
    let api: JobsUnderTest;
    const made: string[] = [];
    beforeAll(async () => {
      receiver = await startWebhookReceiver();
      silent = await startWebhookReceiver();
      silent.answer = () => {};
      const webhooks = {
        ...{ isAllowed: () => true, ca: receiver.ca + silent.ca },
        ...{ pollMs: 50, timeoutMs: 8_000, retryWaitsMs: [50, 50] },
      };
      api = await startJobsUnderTest({}, { webhooks });
    });
    afterAll(async () => {
      await api?.stop();
      await receiver?.stop();
      await silent?.stop();
    });
    afterEach(async () => {
      for (const id of made.splice(0)) await get(`${api.url}/api/webhooks/${id}`, 'DELETE');
      receiver.received.length = 0;
      receiver.answer = (res) => res.writeHead(204).end();
    });

    async function create(body: object): Promise<{ id: string; secret: string }> {
      const answer = await post(`${api.url}/api/webhooks`, { url: receiver.url, ...body });
      expect(answer).toMatchObject({ status: 200 });
      const { data } = answer.body as { data: { id: string; secret: string } };
      made.push(data.id);
      return data;
    }

    async function shown(id: string): Promise<Shown> {
      const { body } = await get(`${api.url}/api/webhooks`);
      return (body as { data: { webhooks: Shown[] } }).data.webhooks.find((webhook) => webhook.id === id)!;
    }

    async function until<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
      const deadline = Date.now() + WAIT_MS;
      for (;;) {
        const value = await look();
        if (value !== null) return value;
        if (Date.now() > deadline) throw new Error(`not within ${WAIT_MS / 1_000} s: ${what}`);
        await sleep(50);
      }
    }

    const arrived = (count: number): Promise<Received[]> =>
      until(`${count} messages`, () => (receiver.received.length >= count ? receiver.received : null));

    const verified = (secret: string, { body, headers }: Received): Message =>
      new Webhook(secret).verify(body, headers as Record<string, string>) as Message;

    /** Any job: of a wallet without trades. */
    const submit = (wallet: string) => api.submit('check-wallet', { wallet_address: address(wallet) });

    test('a job that has ended causes a message with its id and state', async () => {
      const { id, secret } = await create({ events: ['job.completed'] });
      const jobId = await submit('ada');
      const { state } = await api.ended(jobId);
      const [message] = await arrived(1);
      const { type, data } = verified(secret, message!);
      expect({ type, data }).toEqual({ type: 'job.completed', data: { jobId, kind: 'check-wallet', state } });
      const { waiting, deliveries } = await until('the delivery is shown as made', async () => {
        const webhook = await shown(id);
        return webhook.waiting === 0 ? webhook : null;
      });
      expect({ waiting, deliveries }).toMatchObject({
        waiting: 0,
        deliveries: [
          { id: message!.headers['webhook-id'], state: 'delivered', attempts: 1, last_result: 'HTTP 204' },
        ],
      });
    });

    test('after errors a message is sent again, with the same id, until it is accepted', async () => {
      const { id, secret } = await create({ events: ['job.completed'] });
      receiver.answer = (res, nth) => res.writeHead(nth < 3 ? 500 : 200).end();
      await api.ended(await submit('bea'));
      const messages = await arrived(3);
      expect(new Set(messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      for (const message of messages) verified(secret, message);
      const delivery = await until('it is accepted', async () => {
        const [newest] = (await shown(id)).deliveries;
        return newest?.state === 'delivered' ? newest : null;
      });
      expect(delivery).toMatchObject({ attempts: 3, last_result: 'HTTP 200' });
    });

    test.each([
      [500, 3, /^3 attempts to deliver a message failed within a day, the last with: HTTP 500$/],
      [410, 1, /^the receiver answered HTTP 410 \(gone\)$/],
    ])(
      'a receiver that only answers %s is disabled after %s attempts, and gets nothing more',
      async (status, attempts, reason) => {
        const { id } = await create({ events: ['job.completed'] });
        receiver.answer = (res) => res.writeHead(status).end();
        await api.ended(await submit(`cai ${status}`));
        const webhook = await until('it is disabled', async () => {
          const now = await shown(id);
          return now.disabled_reason === null ? null : now;
        });
        expect(webhook.disabled_reason).toMatch(reason);
        expect(webhook.deliveries).toMatchObject([
          { state: 'failed', attempts, last_result: `HTTP ${status}` },
        ]);
        await api.ended(await submit(`dot ${status}`));
        await sleep(500);
        expect(receiver.received).toHaveLength(attempts);
        expect((await shown(id)).deliveries).toHaveLength(1);
      },
    );

    test('a receiver that never answers does not hold up another one', async () => {
      const stuck = await create({ url: silent.url, events: ['job.completed'] });
      const { secret } = await create({ events: ['job.completed'] });
      await api.ended(await submit('eve'));
      await api.ended(await submit('eva'));
      for (const message of await arrived(2)) verified(secret, message);
      // The first message is still being sent to it.
      expect(silent.received).toHaveLength(1);
      expect(await shown(stuck.id)).toMatchObject({ waiting: 2, disabled_reason: null });
    });

    test('sandwiches that pass the filters cause messages, as the live feed has them, and nothing from before', async () => {
      const early = plant(700, { attacker: 'mallory', victims: ['zoe'], pool: 'north' });
      const one = plant(800, { attacker: 'mallory', victims: ['alice'], pool: 'north' });
      const two = plant(801, { attacker: 'mordred', victims: ['bob'], pool: 'south' });
      await storeBlocks(api, [early, one, two]);
      await write(api, found(early));
      const { secret } = await create({ events: ['sandwich'], filters: { pool: address('north') } });
      // Until the feed is followed.
      await sleep(1_000);
      await write(api, found(one), found(two), final(one), retracted(one));
      const messages = (await arrived(3)).map((message) => verified(secret, message));
      expect(messages.map(({ type }) => type)).toEqual(['sandwich', 'sandwich', 'sandwich']);
      const revisions = messages.map(({ data }) => [data['id'], data['revision'], data['retracted']]);
      const sandwichId = revisions[0]![0];
      expect(revisions.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
        [sandwichId, 1, false],
        [sandwichId, 2, false],
        [sandwichId, 4, true],
      ]);
      expect(messages[0]!.data['pool']).toMatchObject({ pool_address: address('north') });
      await sleep(500);
      expect(receiver.received).toHaveLength(3);
    });
  },
);
