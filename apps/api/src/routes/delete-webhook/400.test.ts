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

test.each(['abc', '1', '5c1f2f36-51a8-4c1e-9f0a-1f3b8a1d2c7', "5c1f2f36'--"])(
  'the malformed id "%s"',
  async (id) => {
    const answer = await get(`${api.url}/api/webhooks/${id}`, 'DELETE');
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: ['id: expected the id of a webhook, a UUID'] });
  },
);
