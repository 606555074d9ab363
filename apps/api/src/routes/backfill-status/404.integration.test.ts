import { randomUUID } from 'node:crypto';
import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT, SIGNATURE } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { type GuardedApi, startGuardedApi } from '../../testing/guarded-api.js';
import { send } from '../../testing/request.js';

const isDocumented = compileValidators().response('getBackfillStatus', 404);
const NODE = { url: 'http://127.0.0.1:1', timeoutMs: 1_000, perSecond: 5, perDay: 100 };

let api: GuardedApi;
beforeAll(async () => {
  api = await startGuardedApi({ rpc: NODE });
});
afterAll(() => api?.stop());

const status = (id: string, token: string) => send(`${api.url}/api/backfill-status/${id}`, { token });

test.each([randomUUID(), 'abc', '%00'])('there is no backfill %s', async (id) => {
  const answer = await status(encodeURIComponent(id), await api.freshKey());
  expectError(answer, { status: 404, error: 'Job not found' });
  expect(isDocumented(answer.body)).toEqual([]);
});

test("another account's backfill is not there, nor is a job of another kind", async () => {
  const token = await api.freshKey();
  const submitted = await send(`${api.url}/api/backfill-transaction`, {
    method: 'POST',
    token,
    body: { signature: SIGNATURE, account: ACCOUNT },
  });
  const { data } = submitted.body as { data: { query_info: { request_id: string } } };
  const id = data.query_info.request_id;
  expect(await status(id, token)).toMatchObject({ status: 200, body: { id, state: 'queued' } });
  expectError(await status(id, await api.freshKey()), { status: 404, error: 'Job not found' });
  const scan = await send(`${api.url}/api/mev/check-wallet`, {
    method: 'POST',
    token,
    body: { wallet_address: ACCOUNT },
  });
  const { jobId } = scan.body as { jobId: string };
  expectError(await status(jobId, token), { status: 404, error: 'Job not found' });
});
