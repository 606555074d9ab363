import { randomUUID } from 'node:crypto';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = compileValidators().response('getJobStatus', 404);

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi();
});
afterAll(() => api?.stop());

const status = (id: string, token: string) => send(`${api.url}/api/mev/job-status/${id}`, { token });

test.each([randomUUID(), 'abc', '%00', "'; DROP TABLE jobs; --", '1'.repeat(1_000)])(
  'there is no job %s',
  async (id) => {
    const answer = await status(encodeURIComponent(id), await api.freshKey());
    expectError(answer, { status: 404, error: 'Job not found' });
    expect(isDocumented(answer.body)).toEqual([]);
  },
);

test("another account's job is not there; its own keys and JWTs all see it", async () => {
  const account = await api.account();
  const { secret } = await api.key(account);
  const submitted = await send(`${api.url}/api/mev/check-wallet`, {
    method: 'POST',
    token: secret,
    body: { wallet_address: ACCOUNT },
  });
  const { jobId } = submitted.body as { jobId: string };
  expectError(await status(jobId, await api.freshKey()), { status: 404, error: 'Job not found' });
  for (const token of [secret, (await api.key(account)).secret, await api.issuer.token(account)])
    expect(await status(jobId, token)).toMatchObject({ status: 200, body: { id: jobId, state: 'queued' } });
});

test('the same request of two accounts is two jobs, each hidden from the other account', async () => {
  const body = { wallet_address: ACCOUNT, time_range_days: 2 };
  const submit = async (token: string) =>
    (await send(`${api.url}/api/mev/check-wallet`, { method: 'POST', token, body })).body as {
      jobId: string;
    };
  const [mine, theirs] = [await submit(await api.freshKey()), await submit(await api.freshKey())];
  expect(mine.jobId).not.toBe(theirs.jobId);
});
