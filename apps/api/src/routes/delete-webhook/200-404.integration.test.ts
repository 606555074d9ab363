import { randomUUID } from 'node:crypto';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '../../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const validators = compileValidators();

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

const remove = (id: string, token: string) =>
  send(`${api.url}/api/webhooks/${id}`, { method: 'DELETE', token });

test('a deleted webhook is gone with its deliveries; one of another account is not there', async () => {
  const [mine, others] = [await api.freshKey(), await api.freshKey()];
  const body = { url: 'https://8.8.8.8/', events: ['sandwich'] };
  const made = await send(`${api.url}/api/webhooks`, { method: 'POST', token: mine, body });
  const { id } = (made.body as { data: { id: string } }).data;
  await api.accounts.query(
    `INSERT INTO tickscope.webhook_deliveries (webhook, event, body) VALUES ($1, 'sandwich', '{}')`,
    [id],
  );
  for (const [asked, token] of [
    [id, others],
    [randomUUID(), mine],
  ] as const) {
    const answer = await remove(asked, token);
    expectError(answer, {
      ...{ status: 404, error: 'Webhook not found' },
      details: expect.stringContaining(asked),
    });
    expect(validators.response('deleteWebhook', 404)(answer.body)).toEqual([]);
  }
  const answer = await remove(id, mine);
  expect(answer).toMatchObject({ status: 200, body: { success: true, data: { id, state: 'deleted' } } });
  expect(validators.response('deleteWebhook', 200)(answer.body)).toEqual([]);
  expect((await remove(id, mine)).status).toBe(404);
  expect(await api.accounts.query('SELECT id FROM tickscope.webhook_deliveries')).toEqual([]);
});
