import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/mev/check-wallet`;
});
afterAll(() => api.stop());

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['wallet_address: required']],
    [
      'a signature',
      { wallet_address: SIGNATURE },
      ['wallet_address: expected base58, 32-44 chars (32 bytes)'],
    ],
    [
      'no days',
      { wallet_address: ACCOUNT, time_range_days: 0 },
      ['time_range_days: expected an integer, 1 to 4'],
    ],
    [
      'five days',
      { wallet_address: ACCOUNT, time_range_days: 5 },
      ['time_range_days: expected an integer, 1 to 4'],
    ],
    [
      'half a day',
      { wallet_address: ACCOUNT, time_range_days: 1.5 },
      ['time_range_days: expected an integer, 1 to 4'],
    ],
    [
      'a window of 11',
      { wallet_address: ACCOUNT, slot_window: 11 },
      ['slot_window: expected an integer, 0 to 10'],
    ],
    [
      'a window of -1',
      { wallet_address: ACCOUNT, slot_window: -1 },
      ['slot_window: expected an integer, 0 to 10'],
    ],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});
