import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hasOpenssl } from '../testing/self-signed.js';
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.js';
import { isPublicAddress } from './public-address.js';
import { type SendLimits, sendMessage } from './send-message.js';

describe.skipIf(!hasOpenssl)('a message to a receiver of its own (skips without openssl)', () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  let receiver: WebhookReceiver;
  let limits: SendLimits;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    limits = { isAllowed: () => true, isAllowedPort: () => true, timeoutMs: 5_000, ca: receiver.ca };
  });
  afterAll(() => receiver?.stop());
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.answer = (res) => res.writeHead(204).end();
  });

  const due = (changed: { url?: string; body?: string } = {}) => ({
    ...{ id: randomUUID(), url: receiver.url, secret },
    ...{ body: JSON.stringify({ type: 'job.completed', data: { text: 'ünïcode' } }), ...changed },
  });

  test('is signed so that the public library accepts it, and no other body', async () => {
    const message = due();
    expect(await sendMessage(message, limits)).toEqual({ outcome: 'accepted', text: 'HTTP 204' });
    const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(headers['webhook-id']).toBe(message.id);
    expect(headers['content-type']).toBe('application/json');
    const check = new Webhook(secret);
    expect(check.verify(body, headers as Record<string, string>)).toEqual(JSON.parse(message.body));
    expect(() => check.verify(`${body} `, headers as Record<string, string>)).toThrow();
    const other = new Webhook(`whsec_${randomBytes(32).toString('base64')}`);
    expect(() => other.verify(body, headers as Record<string, string>)).toThrow();
  });

  test.each([
    [500, 'failed', 'HTTP 500'],
    [404, 'failed', 'HTTP 404'],
    [410, 'gone', 'HTTP 410'],
    [201, 'accepted', 'HTTP 201'],
  ] as const)('answered with %s it is %s', async (status, outcome, text) => {
    receiver.answer = (res) => res.writeHead(status).end('x'.repeat(100_000));
    expect(await sendMessage(due(), limits)).toEqual({ outcome, text });
  });

  test('does not follow a redirect', async () => {
    receiver.answer = (res) => res.writeHead(302, { location: receiver.url }).end();
    expect(await sendMessage(due(), limits)).toEqual({
      outcome: 'failed',
      text: 'HTTP 302: redirects are not followed',
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('to a receiver that does not answer fails by its deadline', async () => {
    receiver.answer = () => {};
    const slow = { ...limits, timeoutMs: 500 };
    expect(await sendMessage(due(), slow)).toEqual({ outcome: 'failed', text: 'no answer in time' });
  });

  test('to a receiver that is not there', async () => {
    const result = await sendMessage(due({ url: 'https://127.0.0.1:1/' }), limits);
    expect(result).toEqual({ outcome: 'failed', text: 'no connection (ECONNREFUSED)' });
  });

  test('is not sent over a connection with a certificate of an unknown authority', async () => {
    const { ca: _, ...strict } = limits;
    const result = await sendMessage(due(), strict);
    expect(result.outcome).toBe('failed');
    expect(result.text).toMatch(/^no connection \([A-Z_]*(SELF_SIGNED|UNABLE_TO_VERIFY)[A-Z_]*\)$/);
    expect(receiver.received).toEqual([]);
  });

  test.each(['127.0.0.1', 'localhost'])('never goes to %s, also if that was allowed once', async (host) => {
    const url = receiver.url.replace('127.0.0.1', host);
    const result = await sendMessage(due({ url }), { ...limits, isAllowed: isPublicAddress });
    expect(result).toEqual({ outcome: 'failed', text: 'not a public address' });
    expect(receiver.received).toEqual([]);
  });
});
