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
  ['abc', 'slot: expected a slot'],
  ['-1', 'slot: expected a slot'],
  ['1.5', 'slot: expected a slot'],
  ['9999999999999999', 'slot: expected a slot'],
  ['7?limit=5001', 'limit: expected an integer, 1 to 5,000'],
  ['7?limit=0', 'limit: expected an integer, 1 to 5,000'],
  ['7?from_index=-1', 'from_index: expected an index in the block'],
  ['7?votes=no', 'votes: expected true or false'],
])('%s gets an error that names the parameter', async (slot, detail) => {
  const answer = await get(`${api.url}/api/slots/${slot}`);
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: [detail] });
});
