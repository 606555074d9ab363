import { setTimeout as sleep } from 'node:timers/promises';
import { rejudge } from '@tickscope/store';
import { makeKnown, SUSPECTED_UNLESS_BOT } from '@tickscope/testkit/store/known-actors';
import {
  final,
  found,
  plant,
  retracted,
  storeBlocks,
  write,
} from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
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
  url: string;
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
        ...{ isAllowed: () => true, isAllowedPort: () => true, ca: receiver.ca + silent.ca },
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

    test('a URL with a control character is refused; another is stored as it was parsed', async () => {
      const sent = (url: string) => post(`${api.url}/api/webhooks`, { url, events: ['job.completed'] });
      for (const text of ['\0', '\n', '\u007f', '\u0085'])
        expect(await sent(`${receiver.url}a${text}b`)).toMatchObject({ status: 400 });
      const { id } = await create({ url: `${receiver.url}a/../b c`, events: ['job.completed'] });
      expect((await shown(id)).url).toBe(new URL('b%20c', receiver.url).href);
    });

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
        // Another webhook of the same address gets the message of the next job: this one would have got it with it.
        receiver.answer = (res) => res.writeHead(204).end();
        const other = await create({ events: ['job.completed'] });
        await api.ended(await submit(`dot ${status}`));
        const messages = await arrived(attempts + 1);
        verified(other.secret, messages.at(-1)!);
        expect(receiver.received).toHaveLength(attempts + 1);
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
      const last = plant(802, { attacker: 'mallory', victims: ['zoe'], pool: 'north' });
      const first = Array.from({ length: 100 }, (_, at) =>
        plant(900 + at, { attacker: 'mallory', victims: ['ann'], pool: 'north' }),
      );
      await storeBlocks(api, [early, one, two, last, ...first]);
      await write(api, found(early));
      const { secret } = await create({ events: ['sandwich'], filters: { pool: address('north') } });
      // The feed is followed once one of these has come.
      for (const each of first) {
        if (receiver.received.length > 0) break;
        await write(api, found(each));
        await sleep(200);
      }
      await write(api, found(one), found(two), final(one), retracted(one));
      await write(api, found(last));
      const messagesOf = ({ sandwich }: typeof one): Message[] =>
        receiver.received
          .map((message) => verified(secret, message))
          .filter(({ data }) => data['id'] === sandwich.id);
      await until('the messages of one and of what came after it', () =>
        messagesOf(one).length >= 3 && messagesOf(last).length > 0 ? true : null,
      );
      const messages = messagesOf(one);
      expect(messages.map(({ type }) => type)).toEqual(['sandwich', 'sandwich', 'sandwich']);
      const revisions = messages.map(({ data }) => [data['revision'], data['retracted']]);
      expect(revisions.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
        [1, false],
        [2, false],
        [4, true],
      ]);
      expect(messages[0]!.data['pool']).toMatchObject({ pool_address: address('north') });
      expect([...messagesOf(early), ...messagesOf(two)]).toEqual([]);
    });

    test('a sandwich that counts once its attacker is known causes a message that says so, 20 hours late', async () => {
      const bot = plant(2_000, { attacker: 'late bot', victims: ['fay'], pool: 'west' });
      await storeBlocks(api, [bot]);
      await write(api, final(bot, SUSPECTED_UNLESS_BOT));
      const { secret } = await create({ events: ['sandwich'], filters: { pool: address('west') } });
      const makers = Array.from({ length: 100 }, (_, at) =>
        plant(2_100 + at, { attacker: 'mallory', victims: ['ann'], pool: 'west' }),
      );
      await storeBlocks(api, makers);
      for (const each of makers) {
        if (receiver.received.length > 0) break;
        await write(api, found(each));
        await sleep(200);
      }
      await makeKnown(api.owner, 'late bot', { hoursLater: 20, aimed: true });
      await rejudge(api.owner, { fromSlot: 0, toSlot: 9_000, withProvisional: false });
      const message = await until('the message about the bot', () => {
        const messages = receiver.received.map((one) => verified(secret, one));
        return messages.find(({ data }) => data['id'] === bot.sandwich.id) ?? null;
      });
      expect(message.data).toMatchObject({
        ...{ cause: 'standing', revision: 3, is_final: true, retracted: false },
        ...{ confidence: 'exact', confidence_then: 'suspected', basis: 'known_bot', intent: 'proven' },
      });
    });
  },
);
