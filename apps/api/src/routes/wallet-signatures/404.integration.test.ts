import { compileValidators } from '@tickscope/schemas';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { ACCOUNT, SIGNATURE } from '../../testing/api-without-database.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

const isDocumented = compileValidators().response('walletSignatures', 404);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

test('a page after an unknown transaction is a 404', async () => {
  const answer = await post(`${api.url}/api/wallet/${ACCOUNT}/signatures`, { before: SIGNATURE });
  expectError(answer, {
    status: 404,
    error: 'Transaction not found',
    details: expect.stringContaining(SIGNATURE),
  });
  expect(isDocumented(answer.body)).toEqual([]);
});
