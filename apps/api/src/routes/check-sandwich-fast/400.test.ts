import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

let api: RunningApi;
let url: string;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
  url = `${api.url}/api/mev/check-sandwich-fast`;
});
afterAll(() => api.stop());

const eleven = Array.from({ length: 11 }, () => SIGNATURE);

describe('an invalid request gets an error for each field', () => {
  test.each([
    ['nothing', {}, ['body: expected exactly one of signature and signatures']],
    [
      'both',
      { signature: SIGNATURE, signatures: [SIGNATURE] },
      ['body: expected exactly one of signature and signatures'],
    ],
    ['no signatures', { signatures: [] }, ['signatures: expected an array of 1 to 10 signatures']],
    ['eleven signatures', { signatures: eleven }, ['signatures: expected an array of 1 to 10 signatures']],
    [
      'an address among signatures',
      { signatures: [SIGNATURE, ACCOUNT] },
      ['signatures.1: expected base58, 64-88 chars (64 bytes)'],
    ],
    ['an address', { signature: ACCOUNT }, ['signature: expected base58, 64-88 chars (64 bytes)']],
    ['a range of 11', { signature: SIGNATURE, slot_range: 11 }, ['slot_range: expected an integer, 0 to 10']],
    ['a range of -1', { signature: SIGNATURE, slot_range: -1 }, ['slot_range: expected an integer, 0 to 10']],
  ])('%s', async (_, body, details) => {
    const answer = await post(url, body);
    expectError(answer, { status: 400, error: 'Validation failed' });
    expect(answer.body).toMatchObject({ details: messages(details) });
  });
});
