import { randomUUID } from 'node:crypto';
import { setSubscription } from '@tickscope/accounts';
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

const revoke = (id: string, token: string) => send(`${api.url}/api/keys/${id}`, { method: 'DELETE', token });
const use = (url: string, token: string) => send(`${url}/api/subscription`, { token });

test('a revoked key is refused by the next request, on this process and on another', async () => {
  const other = await api.startAnother();
  const account = await api.account();
  const { key, secret } = await api.key(account);
  // Both processes have used the key.
  expect([(await use(api.url, secret)).status, (await use(other.url, secret)).status]).toEqual([200, 200]);
  const answer = await revoke(key.id, await api.issuer.token(account));
  expect(answer).toMatchObject({
    status: 200,
    body: { success: true, data: { id: key.id, state: 'revoked' } },
  });
  expect(validators.response('revokeKey', 200)(answer.body)).toEqual([]);
  expectError(await use(other.url, secret), { status: 401, error: 'Invalid API key' });
  expectError(await use(api.url, secret), { status: 401, error: 'Invalid API key' });
});

test('revoking it again changes nothing', async () => {
  const account = await api.account();
  const { key } = await api.key(account);
  const token = await api.issuer.token(account);
  expect((await revoke(key.id, token)).status).toBe(200);
  expect((await revoke(key.id, token)).status).toBe(200);
});

test('a key revokes itself, and no other', async () => {
  const account = await api.account();
  const [mine, sister] = [await api.key(account), await api.key(account)];
  const answer = await revoke(sister.key.id, mine.secret);
  expectError(answer, { status: 403, error: 'Forbidden', details: expect.stringContaining('itself only') });
  expect(validators.response('revokeKey', 403)(answer.body)).toEqual([]);
  // The answer does not reveal which keys exist.
  expectError(await revoke(randomUUID(), mine.secret), { status: 403, error: 'Forbidden' });
  expect((await use(api.url, sister.secret)).status).toBe(200);
  expect((await revoke(mine.key.id, mine.secret)).status).toBe(200);
  expectError(await revoke(mine.key.id, mine.secret), { status: 401, error: 'Invalid API key' });
});

test('keys are revoked also when the subscription has expired', async () => {
  const account = await api.account();
  const [one, two] = [await api.key(account), await api.key(account)];
  await setSubscription(api.accounts, account, { status: 'expired' });
  expect((await revoke(one.key.id, await api.issuer.token(account))).status).toBe(200);
  expect((await revoke(two.key.id, two.secret)).status).toBe(200);
});

test('a key of another account is not there, and stays', async () => {
  const { key, secret } = await api.key(await api.account());
  const token = await api.issuer.token(await api.account());
  for (const id of [key.id, randomUUID()]) {
    const answer = await revoke(id, token);
    expectError(answer, { status: 404, error: 'Key not found', details: expect.stringContaining(id) });
    expect(validators.response('revokeKey', 404)(answer.body)).toEqual([]);
  }
  expect((await use(api.url, secret)).status).toBe(200);
});
