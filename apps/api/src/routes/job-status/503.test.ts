import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { get, post } from '../../testing/request.js';

const OTHER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test.each([
  ['check-sandwich', { signatures: SIGNATURE }],
  ['check-wallet', { wallet_address: ACCOUNT }],
  ['check-attacker', { attacker_address: ACCOUNT, victim_address: OTHER }],
  ['validate-competition', { wallet_a: ACCOUNT, wallet_b: OTHER }],
  ['job-status/00000000-0000-4000-8000-000000000000', null],
])('without a database of jobs %s says so, and when to come again', async (path, body) => {
  const url = `${api.url}/api/mev/${path}`;
  const answer = await (body === null ? get(url) : post(url, body));
  expectError(answer, {
    status: 503,
    error: 'Service unavailable',
    details: `This service runs without the database of jobs. The request's id is ${answer.headers.get('x-request-id')}.`,
  });
  expect(answer.headers.get('retry-after')).toBe('30');
  expect(answer.body).toMatchObject({ retry_after_seconds: 30 });
});
