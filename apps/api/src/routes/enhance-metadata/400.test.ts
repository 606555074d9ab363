import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/enhance-metadata`;
});
afterAll(() => api.stop());

describe('an invalid request gets one message for each invalid field', () => {
  test.each([
    ['nothing', {}, ['body: expected exactly one of signatures and addresses']],
    [
      'both',
      { signatures: [SIGNATURE], addresses: [ACCOUNT] },
      ['body: expected exactly one of signatures and addresses'],
    ],
    ['no signatures', { signatures: [] }, ['signatures: expected an array of 1 to 100 signatures']],
    [
      '101 addresses',
      { addresses: Array.from({ length: 101 }, () => ACCOUNT) },
      ['addresses: expected an array of 1 to 100 addresses'],
    ],
    [
      'an address among signatures',
      { signatures: [SIGNATURE, ACCOUNT] },
      ['signatures.1: expected base58, 64-88 chars (64 bytes)'],
    ],
    ['one signature', { signatures: SIGNATURE }, ['signatures: expected an array of 1 to 100 signatures']],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});
