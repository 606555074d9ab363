import { test } from 'vitest';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';
import { streamSandwiches } from './handler.js';

test('without ClickHouse a listener gets 503, and it is no longer counted as open', async () => {
  const api = await startApiWithoutDatabase({
    operations: [streamSandwiches],
    liveFeed: { mostListeners: { inAll: 1, perAccount: 1 } },
  });
  for (let tries = 0; tries < 3; tries += 1) {
    const answer = await get(`${api.url}/api/mev/stream`);
    expectError(answer, {
      status: 503,
      error: 'Service unavailable',
      // At the limit it would be a 503 too.
      details: `The database does not answer. The request's id is ${answer.headers.get('x-request-id')}.`,
    });
  }
  await api.stop();
});
