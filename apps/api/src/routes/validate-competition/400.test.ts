import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

const OTHER = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/mev/validate-competition`;
});
afterAll(() => api.stop());

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['wallet_a: required', 'wallet_b: required']],
    [
      'one wallet twice',
      { wallet_a: ACCOUNT, wallet_b: ACCOUNT },
      ['wallet_b: expected another address than wallet_a'],
    ],
    [
      'no days',
      { wallet_a: ACCOUNT, wallet_b: OTHER, time_range_days: 0 },
      ['time_range_days: expected an integer, 1 to 30'],
    ],
    [
      '31 days',
      { wallet_a: ACCOUNT, wallet_b: OTHER, time_range_days: 31 },
      ['time_range_days: expected an integer, 1 to 30'],
    ],
    [
      'a window of 0',
      { wallet_a: ACCOUNT, wallet_b: OTHER, slot_window: 0 },
      ['slot_window: expected an integer, 1 to 1000'],
    ],
    [
      'a window of 1,001',
      { wallet_a: ACCOUNT, wallet_b: OTHER, slot_window: 1_001 },
      ['slot_window: expected an integer, 1 to 1000'],
    ],
    ['page 0', { wallet_a: ACCOUNT, wallet_b: OTHER, page: 0 }, ['page: expected an integer, 1 or more']],
    [
      'nothing a page',
      { wallet_a: ACCOUNT, wallet_b: OTHER, limit: 0 },
      ['limit: expected an integer, 1 to 500'],
    ],
    [
      '501 a page',
      { wallet_a: ACCOUNT, wallet_b: OTHER, limit: 501 },
      ['limit: expected an integer, 1 to 500'],
    ],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details });
  });
});
