import { createLinkCode } from '@tickscope/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from '../testing/api-without-database.js';
import { expectError } from '../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../testing/guarded-api.js';
import { type Answer, send } from '../testing/request.js';

let api: GuardedApi;
let other: RunningApi;
beforeAll(async () => {
  api = await startGuardedApi();
  other = await api.startAnother();
});
afterAll(() => api?.stop());

const exchange = (url: string, body: unknown): Promise<Answer> =>
  send(`${url}/explorer/key`, { method: 'POST', body });

test('a code gives its key once, whichever process is asked', async () => {
  const key = await api.freshKey();
  const code = await createLinkCode(api.accounts, key);
  const answers = await Promise.all(
    [api.url, other.url, api.url, other.url].map((url) => exchange(url, { code })),
  );
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([
    { success: true, data: { key } },
  ]);
  for (const answer of answers.filter(({ status }) => status !== 200))
    expectError(answer, { status: 404, error: 'Link code not found' });
});

test('no browser keeps the answer, and no page of another origin may read it', async () => {
  const code = await createLinkCode(api.accounts, await api.freshKey());
  const { headers } = await exchange(api.url, { code });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test.each([[{}], [{ code: 7 }], [{ code: ['x'] }], [[]], [null]])('%j is 400', async (body) => {
  expectError(await exchange(api.url, body), { status: 400, error: 'Validation failed' });
});

test('a code goes in a body, and in no address', async () => {
  const answer = await send(`${api.url}/explorer/key?code=x`);
  expectError(answer, { status: 405, error: 'Method not allowed' });
  expect(answer.headers.get('allow')).toBe('POST');
});

test('who tries codes out is stopped, as with keys; a code that is good counts as nothing', async () => {
  const shielded = await api.startAnother({ addressLimit: { limit: 3, seconds: 60 } });
  const key = await api.freshKey();
  for (let count = 0; count < 5; count += 1) {
    const { status } = await exchange(shielded.url, { code: await createLinkCode(api.accounts, key) });
    expect(status).toBe(200);
  }
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1)
    statuses.push((await exchange(shielded.url, { code: 'a'.repeat(43) })).status);
  expect(statuses).toEqual([404, 404, 404, 429, 429]);
});

test('while Postgres is away the answer is 503, and the code is worth as much as before', async () => {
  const key = await api.freshKey();
  const code = await createLinkCode(api.accounts, key);
  await api.postgres.stop();
  try {
    expectError(await exchange(api.url, { code }), { status: 503, error: 'Service unavailable' });
  } finally {
    await api.postgres.start();
  }
  await expect
    .poll(async () => (await exchange(api.url, { code })).body, { timeout: 60_000 })
    .toEqual({ success: true, data: { key } });
});

test('where there are no keys, there is nothing to exchange', async () => {
  const open = await startApiWithoutDatabase();
  expectError(await exchange(open.url, { code: 'a'.repeat(43) }), { status: 404, error: 'Not found' });
  await open.stop();
});
