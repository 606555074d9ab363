import { expect, test } from 'vitest';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

const NODE = { url: 'http://127.0.0.1:1', timeoutMs: 1_000, perSecond: 5, perDay: 100 };

test('with a node but without a database of jobs it says so at once, and when to come again', async () => {
  const api = await startApiWithoutDatabase({}, { rpc: NODE });
  const body = { signature: SIGNATURE, account: ACCOUNT };
  const answer = await post(`${api.url}/api/backfill-transaction`, body);
  await api.stop();
  expectError(answer, {
    status: 503,
    error: 'Service unavailable',
    details: `This service runs without the database of jobs. The request's id is ${answer.headers.get('x-request-id')}.`,
  });
  expect(answer.headers.get('retry-after')).toBe('30');
});
