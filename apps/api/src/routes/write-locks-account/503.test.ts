import { expect, test } from 'vitest';
import { ACCOUNT, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

test('without ClickHouse the answer is 503 with Retry-After and without internals', async () => {
  const api = await startApiWithoutDatabase();
  const answer = await post(`${api.url}/api/write-locks/account`, { account: ACCOUNT, time_range: '1h' });
  await api.stop();
  expectError(answer, { status: 503, error: 'Service unavailable' });
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1|SELECT|\.ts|\.js/);
});
