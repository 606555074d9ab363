import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/backfill-transaction`;
});
afterAll(() => api.stop());

describe('an invalid request gets one message for each invalid field', () => {
  test.each([
    ['nothing', {}, ['signature: required', 'account: required']],
    [
      'an address as signature',
      { signature: ACCOUNT, account: ACCOUNT },
      ['signature: expected base58, 64-88 chars (64 bytes)'],
    ],
    [
      'a signature as account',
      { signature: SIGNATURE, account: SIGNATURE },
      ['account: expected base58, 32-44 chars (32 bytes)'],
    ],
    [
      'no slots',
      { signature: SIGNATURE, account: ACCOUNT, slotRange: 0 },
      ['slotRange: expected an integer, 1 to 100'],
    ],
    [
      '101 slots',
      { signature: SIGNATURE, account: ACCOUNT, slotRange: 101 },
      ['slotRange: expected an integer, 1 to 100'],
    ],
    [
      'a name of another operation',
      { signature: SIGNATURE, account: ACCOUNT, slot_range: 2 },
      ['slot_range: unknown field'],
    ],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});
