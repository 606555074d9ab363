import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from './api-without-database.js';
import { expectError } from './expect-error.js';
import { get } from './request.js';

/** The tests of a path's 405s, all of its file: whatever else is tried there is refused, and told what is taken. */
export function takesOnly(method: 'GET' | 'POST', path: string): void {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApiWithoutDatabase();
  });
  afterAll(() => api.stop());

  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter((other) => other !== method);
  test.each(others)(`%s is refused: only ${method} is taken`, async (other) => {
    const answer = await get(`${api.url}${path}`, other);
    expectError(answer, { status: 405, error: 'Method not allowed' });
    expect(answer.headers.get('allow')).toBe(method === 'GET' ? 'GET, HEAD' : method);
  });
}
