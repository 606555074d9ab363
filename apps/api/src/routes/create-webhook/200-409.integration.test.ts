import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '../../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = (status: number) => compileValidators().response('createWebhook', status);
const wanted = { url: 'https://8.8.8.8/hook?a=b', events: ['sandwich'], filters: { intent: 'proven' } };

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

const create = (token: string, body: object = wanted) =>
  send(`${api.url}/api/webhooks`, { method: 'POST', token, body });

test('a webhook has its own secret, which no other answer has', async () => {
  const key = await api.freshKey();
  const [one, two] = [await create(key), await create(key)];
  expect(isDocumented(200)(one.body)).toEqual([]);
  const record = (one.body as { data: Record<string, unknown> }).data;
  expect(record).toMatchObject({ ...wanted, disabled_at: null, disabled_reason: null });
  const secret = record['secret'] as string;
  expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  expect((two.body as { data: { secret: string } }).data.secret).not.toBe(secret);
  const list = await send(`${api.url}/api/webhooks`, { token: key });
  expect(JSON.stringify(list.body)).not.toContain(secret);
});

test('an account has at most ten, also with concurrent requests', async () => {
  const key = await api.freshKey();
  const made = await Promise.all(Array.from({ length: 12 }, () => create(key)));
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  for (const answer of made.filter(({ status }) => status !== 200)) {
    expectError(answer, { status: 409, error: 'Too many webhooks' });
    expect(isDocumented(409)(answer.body)).toEqual([]);
  }
  const { id } = (made.find(({ status }) => status === 200)!.body as { data: { id: string } }).data;
  const deleted = await send(`${api.url}/api/webhooks/${id}`, { method: 'DELETE', token: key });
  expect(deleted.status).toBe(200);
  expect((await create(key)).status).toBe(200);
});
