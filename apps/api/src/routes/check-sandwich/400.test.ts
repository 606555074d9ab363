import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/mev/check-sandwich`;
});
afterAll(() => api.stop());

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['signatures: required']],
    [
      'no signatures',
      { signatures: [] },
      ['signatures: expected a signature (base58, 64-88 chars) or an array of 1 to 50 signatures'],
    ],
    [
      '51 signatures',
      { signatures: Array.from({ length: 51 }, () => SIGNATURE) },
      ['signatures: expected a signature (base58, 64-88 chars) or an array of 1 to 50 signatures'],
    ],
    [
      'an address',
      { signatures: ACCOUNT },
      ['signatures: expected a signature (base58, 64-88 chars) or an array of 1 to 50 signatures'],
    ],
    [
      'an address among signatures',
      { signatures: [SIGNATURE, ACCOUNT] },
      ['signatures.1: expected base58, 64-88 chars (64 bytes)'],
    ],
    [
      'a number',
      { signatures: 5 },
      ['signatures: expected a signature (base58, 64-88 chars) or an array of 1 to 50 signatures'],
    ],
    [
      'a range of 1,001',
      { signatures: SIGNATURE, slot_range: 1_001 },
      ['slot_range: expected an integer, 0 to 1000'],
    ],
    [
      'a range of -1',
      { signatures: SIGNATURE, slot_range: -1 },
      ['slot_range: expected an integer, 0 to 1000'],
    ],
    [
      'the field of the fast check',
      { signature: SIGNATURE },
      ['signatures: required', 'signature: unknown field'],
    ],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});
