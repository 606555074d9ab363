import { setSubscription } from '@tickscope/accounts';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectError } from '../../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = (status: number) => compileValidators().response('createKey', status);

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

const create = (token: string, body: object) => send(`${api.url}/api/keys`, { method: 'POST', token, body });
const subscription = (token: string) => send(`${api.url}/api/subscription`, { token });

test.each(['live', 'test'] as const)('a %s key lets its account in from its first use', async (kind) => {
  const account = await api.account();
  const answer = await create(await api.issuer.token(account), { name: 'desk', kind });
  expect(answer.status).toBe(200);
  expect(isDocumented(200)(answer.body)).toEqual([]);
  const { key, prefix } = (answer.body as { data: { key: string; prefix: string } }).data;
  // 32 bytes are 32 to 44 characters of base58.
  expect(key).toMatch(new RegExp(`^sk_${kind}_[1-9A-HJ-NP-Za-km-z]{32,44}$`));
  expect(prefix).toBe(key.slice(0, 12));
  expect(await subscription(key)).toMatchObject({
    status: 200,
    body: { data: { account, plan: kind === 'test' ? 'test' : 'default' } },
  });
});

test('a key can have an expiry date, after which it is refused', async () => {
  const ends = new Date(Date.now() + 3_600_000).toISOString();
  const token = await api.issuer.token(await api.account());
  const answer = await create(token, { name: 'short', kind: 'live', expires_at: ends });
  const { key, expires_at } = (answer.body as { data: Record<string, string> }).data;
  expect(expires_at).toBe(ends);
  const later = await api.startAnother({}, { now: () => new Date(Date.parse(ends) + 1) });
  expect((await subscription(key!)).status).toBe(200);
  expect((await send(`${later.url}/api/subscription`, { token: key! })).status).toBe(401);
});

test('a key cannot make keys, of either kind', async () => {
  const account = await api.account();
  for (const kind of ['live', 'test'] as const) {
    const { secret } = await api.key(account, { kind });
    const answer = await create(secret, { name: 'more', kind: 'live' });
    expectError(answer, {
      status: 403,
      error: 'Forbidden',
      details: expect.stringContaining('not with a key'),
    });
    expect(isDocumented(403)(answer.body)).toEqual([]);
    expectError(await send(`${api.url}/api/keys`, { token: secret }), { status: 403, error: 'Forbidden' });
  }
  const list = await send(`${api.url}/api/keys`, { token: await api.issuer.token(account) });
  expect((list.body as { data: { keys: unknown[] } }).data.keys).toHaveLength(2);
});

test('an account can have ten keys, and another one after a revocation, also with concurrent requests', async () => {
  const account = await api.account();
  const token = await api.issuer.token(account);
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, i) => create(token, { name: `key ${i}`, kind: 'live' })),
  );
  expect(made.filter(({ status }) => status === 200)).toHaveLength(10);
  const refused = made.filter(({ status }) => status !== 200);
  for (const answer of refused) {
    expectError(answer, { status: 409, error: 'Too many keys' });
    expect(isDocumented(409)(answer.body)).toEqual([]);
  }
  const { id } = (made.find(({ status }) => status === 200)!.body as { data: { id: string } }).data;
  expect((await send(`${api.url}/api/keys/${id}`, { method: 'DELETE', token })).status).toBe(200);
  expect((await create(token, { name: 'one more', kind: 'live' })).status).toBe(200);
});

test('an account with an expired subscription cannot create a key', async () => {
  await setSubscription(api.accounts, 'late payer', { status: 'expired' });
  const answer = await create(await api.issuer.token('late payer'), { name: 'desk', kind: 'live' });
  expectError(answer, { status: 403, error: 'Subscription required' });
});
