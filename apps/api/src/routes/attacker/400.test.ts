import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test.each([
  ['abc', 'address: expected base58, 32-44 chars (32 bytes)'],
  [
    SIGNATURE,
    "address: expected base58, 32-44 chars (32 bytes); this is a transaction's signature: GET /transaction/{signature} and POST /mev/check-sandwich-fast take it",
  ],
  [`${ACCOUNT}?time_range_days=5`, 'time_range_days: expected an integer, 1 to 4'],
])('an invalid request gets an error that names the parameter: %s', async (path, detail) => {
  const answer = await get(`${api.url}/api/mev/attackers/${path}`);
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: [detail] });
});
