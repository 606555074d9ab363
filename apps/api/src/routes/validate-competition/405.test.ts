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

test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is refused: only POST is taken',
  async (method) => {
    const answer = await get(`${api.url}/api/mev/validate-competition`, method);
    expectError(answer, { status: 405, error: 'Method not allowed' });
    expect(answer.headers.get('allow')).toBe('POST');
  },
);
