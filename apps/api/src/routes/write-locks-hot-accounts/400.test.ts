import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/write-locks/hot-accounts`;
});
afterAll(() => api.stop());

describe('an invalid request gets one message for each invalid field', () => {
  test.each([
    ['nothing', {}, ['body: expected exactly one of time_range and slot']],
    ['both', { time_range: '1h', slot: 5 }, ['body: expected exactly one of time_range and slot']],
    ['a day', { time_range: '24h' }, ['time_range: expected one of 1h, 3h, 6h, 12h']],
    ['a slot below 0', { slot: -1 }, ['slot: expected a slot, an integer from 0']],
    ['a slot as text', { slot: '5' }, ['slot: expected a slot, an integer from 0']],
    ['no accounts', { slot: 5, limit: 0 }, ['limit: expected an integer, 1 to 100']],
    ['101 accounts', { slot: 5, limit: 101 }, ['limit: expected an integer, 1 to 100']],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details });
  });
});
