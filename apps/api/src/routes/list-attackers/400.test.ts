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
  ['period=2h', 'period: expected 1h, 6h or 24h'],
  ['by=SOL', 'by: expected gain, sandwiches or victims'],
  ['limit=101', 'limit: expected an integer, 1 to 100'],
  ['limit=1&limit=2', 'limit: given more than once'],
  ['cursor=0', 'cursor: expected the next_cursor of an answer'],
  ['cursor=10000', 'cursor: expected the next_cursor of an answer'],
])('an invalid query gets an error that names the parameter: %s', async (query, detail) => {
  const answer = await get(`${api.url}/api/mev/attackers?${query}`);
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: [detail] });
});
