import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';
import { streamSandwiches } from './handler.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase({ operations: [streamSandwiches] });
});
afterAll(() => api.stop());

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s is refused: only GET and HEAD are taken',
  async (method) => {
    const answer = await get(`${api.url}/api/mev/stream`, method);
    expectError(answer, { status: 405, error: 'Method not allowed' });
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  },
);
