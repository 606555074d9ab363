import { expect, test } from 'vitest';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';
import { streamSandwiches } from './handler.js';

test('without ClickHouse a listener gets 503 with Retry-After, and its seat is released', async () => {
  const api = await startApiWithoutDatabase({
    operations: [streamSandwiches],
    liveFeed: { seats: { inAll: 1, perAccount: 1 } },
  });
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await get(`${api.url}/api/mev/stream`);
    expectError(answer, {
      status: 503,
      error: 'Service unavailable',
      details: `The database does not answer. The request's id is ${answer.headers.get('x-request-id')}.`,
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|127\.0\.0\.1|SELECT|\.ts|\.js/);
  }
  await api.stop();
});
