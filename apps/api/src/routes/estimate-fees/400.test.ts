import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

const LIST = 'accounts: expected an array of 1 to 64 addresses';
const SLOTS = 'slots: expected an integer, 1 to 300';

test.each([
  ['nothing', {}, ['accounts: required']],
  ['no account', { accounts: [] }, [LIST]],
  ['65 accounts', { accounts: Array.from({ length: 65 }, () => ACCOUNT) }, [LIST]],
  ['a signature', { accounts: [SIGNATURE] }, ['accounts.0: expected base58, 32-44 chars (32 bytes)']],
  ['no slots', { accounts: [ACCOUNT], slots: 0 }, [SLOTS]],
  ['301 slots', { accounts: [ACCOUNT], slots: 301 }, [SLOTS]],
])('%s gets an error for each field', async (_, body, details) => {
  const answer = await post(`${api.url}/api/fees/estimate`, body);
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: messages(details) });
});

test('at the root there is no such operation', async () => {
  expect((await post(`${api.url}/fees/estimate`, { accounts: [ACCOUNT] })).status).toBe(404);
});
