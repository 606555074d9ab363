import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post, postText } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/analyze-trade`;
});
afterAll(() => api.stop());

const valid = { signature: SIGNATURE, account_id: ACCOUNT };

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['signature: required', 'account_id: required']],
    [
      'a signature of 86 characters',
      { ...valid, signature: SIGNATURE.slice(2) },
      ['signature: expected base58, 64-88 chars (64 bytes)'],
    ],
    [
      'a signature that is an address',
      { ...valid, signature: ACCOUNT },
      ['signature: expected base58, 64-88 chars (64 bytes)'],
    ],
    [
      'an account that is a signature',
      { ...valid, account_id: SIGNATURE },
      ['account_id: expected base58, 32-44 chars (32 bytes)'],
    ],
    ['a range of 0', { ...valid, slot_range: 0 }, ['slot_range: expected an integer, 1 to 100']],
    ['a range of 101', { ...valid, slot_range: 101 }, ['slot_range: expected an integer, 1 to 100']],
    ['a limit of 1001', { ...valid, limit: 1001 }, ['limit: expected an integer, 1 to 1000']],
    ['page 0', { ...valid, page: 0 }, ['page: expected an integer, 1 or more']],
    ['half a page', { ...valid, page: 1.5 }, ['page: expected an integer, 1 or more']],
    ['a number as text', { ...valid, limit: '10' }, ['limit: expected an integer, 1 to 1000']],
    [
      'a window that ends before it starts',
      { ...valid, start_time: 2, end_time: 1 },
      ['end_time: expected not before start_time'],
    ],
  ])('%s', async (_, body, details) => {
    expectError(await post(url, body), {
      status: 400,
      error: 'Validation failed',
      details: messages(details),
    });
  });
});

test.each(['__proto__', 'constructor'])('the field "%s" is unknown, and harmless', async (name) => {
  const text = `{"signature":"${SIGNATURE}","account_id":"${ACCOUNT}","${name}":{"polluted":true}}`;
  expectError(await postText(url, text), {
    status: 400,
    error: 'Validation failed',
    details: [`${name}: unknown field`],
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each(["' OR 1=1 --", "'; DROP TABLE slots; --", '{account:String}', '\\'])(
  'SQL in a text is not base58: %s',
  async (text) => {
    const answer = await post(url, { signature: text, account_id: text });
    expectError(answer, { status: 400, error: 'Validation failed' });
  },
);
