import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test.each([
  ['limit=0', 'limit: expected an integer, 1 to 100'],
  ['limit=101', 'limit: expected an integer, 1 to 100'],
  ['before_slot=-1', 'before_slot: expected a slot'],
  ['before_slot=1e3', 'before_slot: expected a slot'],
])('%s gets an error that names the parameter', async (query, detail) => {
  const answer = await get(`${api.url}/api/slots?${query}`);
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: [detail] });
});
