import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/write-locks/account`;
});
afterAll(() => api.stop());

const account = ACCOUNT;
const ONE_OF = 'body: expected exactly one of time_range, slot and start_date with end_date';
const DATE = 'expected a date, or a date and time with its zone, such as 2026-09-01T12:00:00Z';
const REAL_DATE = 'expected a date, or a date and time with its zone, from 1970 to 2106';

describe('an invalid request gets one message for each invalid field', () => {
  test.each([
    ['nothing', {}, ['account: required']],
    ['a signature', { account: SIGNATURE, slot: 5 }, ['account: expected base58, 32-44 chars (32 bytes)']],
    ['no time', { account }, [ONE_OF]],
    ['two times', { account, slot: 5, time_range: '1h' }, [ONE_OF]],
    ['hours and a date', { account, start_date: '2026-09-01', time_range: '1h' }, [ONE_OF]],
    [
      'hours that are not offered',
      { account, time_range: '2h' },
      ['time_range: expected one of 1h, 3h, 6h, 12h, 24h, 48h, 72h'],
    ],
    ['half a slot', { account, slot: 1.5 }, ['slot: expected a slot, an integer from 0']],
    ['no end', { account, start_date: '2026-09-01' }, ['end_date: required with start_date']],
    ['no start', { account, end_date: '2026-09-01' }, ['start_date: required with end_date']],
    [
      'a word for a date',
      { account, start_date: 'yesterday', end_date: '2026-09-01' },
      [`start_date: ${DATE}`],
    ],
    [
      'a time without its zone',
      { account, start_date: '2026-09-01', end_date: '2026-09-01T10:00:00' },
      [`end_date: ${DATE}`],
    ],
    [
      'a month that does not exist',
      { account, start_date: '2026-13-01', end_date: '2026-09-01' },
      [`start_date: ${REAL_DATE}`],
    ],
    [
      'the wrong way round',
      { account, start_date: '2026-09-02', end_date: '2026-09-01' },
      ['end_date: expected not before start_date'],
    ],
    [
      'more than 72 hours',
      { account, start_date: '2026-09-01', end_date: '2026-09-04T00:00:01Z' },
      ['end_date: expected at most 72 hours after start_date'],
    ],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});
