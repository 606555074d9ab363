import { expect, test } from 'vitest';
import { SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

test('without ClickHouse the answer is 503 with Retry-After', async () => {
  const api = await startApiWithoutDatabase();
  const answer = await get(`${api.url}/api/transaction/${SIGNATURE}`);
  await api.stop();
  expectError(answer, { status: 503, error: 'Service unavailable' });
  expect(answer.headers.get('retry-after')).toBe('5');
});
