import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../server.js';
import { startApiWithoutDatabase } from './api-without-database.js';
import { expectError } from './expect-error.js';
import { get } from './request.js';

type Method = 'GET' | 'POST' | 'DELETE';

/**
 * The tests of a path's 405s, complete: every other method is refused with the list of allowed methods.
 *
 * @param methods several in the order in which the operations are listed
 */
export function takesOnly(methods: Method | readonly Method[], path: string): void {
  const taken = [methods].flat();
  const allow = [...taken, ...(taken.includes('GET') ? ['HEAD'] : [])].join(', ');
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApiWithoutDatabase();
  });
  afterAll(() => api.stop());

  const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const others = all.filter((other) => !taken.some((method) => method === other));
  test.each(others)(`%s is refused: only ${taken.join(' and ')} is taken`, async (other) => {
    const answer = await get(`${api.url}${path}`, other);
    expectError(answer, { status: 405, error: 'Method not allowed' });
    expect(answer.headers.get('allow')).toBe(allow);
  });
}
