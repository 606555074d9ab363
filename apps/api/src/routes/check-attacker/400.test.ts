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
  url = `${api.url}/api/mev/check-attacker`;
});
afterAll(() => api.stop());

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['attacker_address: required', 'victim_address: required']],
    [
      'one wallet twice',
      { attacker_address: ACCOUNT, victim_address: ACCOUNT },
      ['victim_address: expected another address than attacker_address'],
    ],
    [
      'no days',
      { attacker_address: ACCOUNT, victim_address: OTHER, time_range_days: 0 },
      ['time_range_days: expected an integer, 1 to 4'],
    ],
    [
      'a window of -1',
      { attacker_address: ACCOUNT, victim_address: OTHER, slot_window: -1 },
      ['slot_window: expected an integer, 0 to 10'],
    ],
    [
      'five days',
      { attacker_address: ACCOUNT, victim_address: OTHER, time_range_days: 5 },
      ['time_range_days: expected an integer, 1 to 4'],
    ],
    [
      'a window of 11',
      { attacker_address: ACCOUNT, victim_address: OTHER, slot_window: 11 },
      ['slot_window: expected an integer, 0 to 10'],
    ],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details });
  });
});
