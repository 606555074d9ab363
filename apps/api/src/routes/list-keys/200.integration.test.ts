import { revokeKey } from '@tickscope/accounts';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = compileValidators().response('listKeys', 200);

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

async function list(account: string): Promise<Record<string, unknown>[]> {
  const answer = await send(`${api.url}/api/keys`, { token: await api.issuer.token(account) });
  expect(answer.status).toBe(200);
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: { keys: Record<string, unknown>[] } }).data.keys;
}

test('an account sees its own keys, newest first, with everything but their values', async () => {
  const [mine, others] = [await api.account(), await api.account()];
  const first = await api.key(mine);
  const ends = new Date('2040-01-01T00:00:00.000Z');
  const second = await api.key(mine, { kind: 'test', expiresAt: ends });
  await api.key(others);
  await revokeKey(api.accounts, mine, first.key.id);
  await send(`${api.url}/api/subscription`, { token: second.secret });

  const keys = await list(mine);
  expect(keys).toEqual([
    {
      id: second.key.id,
      name: 'of a test',
      kind: 'test',
      prefix: second.secret.slice(0, 12),
      created_at: second.key.createdAt.toISOString(),
      last_used_at: expect.any(String),
      expires_at: ends.toISOString(),
      revoked_at: null,
    },
    expect.objectContaining({ id: first.key.id, last_used_at: null, revoked_at: expect.any(String) }),
  ]);
  expect(JSON.stringify(keys)).not.toContain(second.secret.slice(12));
});

test('an account without keys gets an empty list', async () => {
  expect(await list(await api.account())).toEqual([]);
});
