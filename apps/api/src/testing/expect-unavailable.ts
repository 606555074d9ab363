import { expect, test } from 'vitest';
import { startApiWithoutDatabase } from './api-without-database.js';
import { expectError } from './expect-error.js';
import type { Answer } from './request.js';

/** Without ClickHouse: 503 with `Retry-After`, and nothing of the program's inside. */
export function expectUnavailable(answer: Answer): void {
  expectError(answer, {
    status: 503,
    error: 'Service unavailable',
    details: `The database does not answer. The request's id is ${answer.headers.get('x-request-id')}.`,
  });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.body).toMatchObject({ retry_after_seconds: 5 });
  expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1|SELECT|\.ts|\.js/);
}

/** The test that an operation answers so. @param ask sends a request to the API at a URL */
export function needsClickHouse(ask: (url: string) => Promise<Answer>): void {
  test('without ClickHouse the answer is 503 with Retry-After and without internals', async () => {
    const api = await startApiWithoutDatabase();
    const answer = await ask(api.url);
    await api.stop();
    expectUnavailable(answer);
  });
}
