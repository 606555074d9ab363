import { expect, test } from 'vitest';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

test('without ClickHouse the answer is 503 with Retry-After and without internals', async () => {
  const api = await startApiWithoutDatabase();
  const answer = await get(`${api.url}/api/mev/sandwiches`);
  await api.stop();
  expectError(answer, {
    status: 503,
    error: 'Service unavailable',
    details: `The database does not answer. The request's id is ${answer.headers.get('x-request-id')}.`,
  });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1|SELECT|\.ts|\.js/);
});
