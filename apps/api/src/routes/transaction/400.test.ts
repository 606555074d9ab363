import { afterAll, beforeAll, test } from 'vitest';
import type { RunningApi } from '../../server.js';
import { ACCOUNT, SIGNATURE, startApiWithoutDatabase } from '../../testing/api-without-database.js';
import { expectError, messages } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApiWithoutDatabase();
});
afterAll(() => api.stop());

test.each([
  ['a word', 'abc'],
  ['an address', ACCOUNT],
  ['too long', `${SIGNATURE}1`],
  ['with a character that base58 lacks', `0${SIGNATURE.slice(1)}`],
  ['of 65 bytes', 'z'.repeat(88)],
  ['of 88 bytes of zero', '1'.repeat(88)],
  ['with a space at its end', `${SIGNATURE}%20`],
  ['with a byte of zero', '%00'],
  ['with a slash in it', '..%2F..%2Fetc%2Fpasswd'],
  ['with SQL', "'%20OR%201=1--"],
  ['very long', 'a'.repeat(10_000)],
])('an invalid signature is refused: %s', async (_, signature) => {
  expectError(await get(`${api.url}/api/transaction/${signature}`), {
    status: 400,
    error: 'Validation failed',
    details: messages(['signature: expected base58, 64-88 chars (64 bytes)']),
  });
});
