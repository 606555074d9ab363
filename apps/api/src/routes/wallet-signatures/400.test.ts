import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/wallet/${ACCOUNT}/signatures`;
});
afterAll(() => api.stop());

describe('an invalid request gets one message for each invalid field', () => {
  test.each([
    ['no limit', { limit: 0 }, ['limit: expected an integer, 1 to 1000']],
    ['a limit of 1,001', { limit: 1_001 }, ['limit: expected an integer, 1 to 1000']],
    ['an address as before', { before: ACCOUNT }, ['before: expected base58, 64-88 chars (64 bytes)']],
    [
      'an address as hint',
      { hint_signature: ACCOUNT },
      ['hint_signature: expected base58, 64-88 chars (64 bytes)'],
    ],
    ['half a second', { start_time: 1.5 }, ['start_time: expected an integer, Unix seconds']],
    ['a time before 1970', { end_time: -1 }, ['end_time: expected an integer, Unix seconds']],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});

test('an invalid address is a 400', async () => {
  const answer = await post(`${api.url}/api/wallet/abc/signatures`, {});
  expectError(answer, { status: 400, error: 'Validation failed' });
  expect(answer.body).toMatchObject({ details: ['address: expected base58, 32-44 chars (32 bytes)'] });
});
