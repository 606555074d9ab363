import { signature } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

const unfinished = signature('unfinished');

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.transactions({ slot: 1002, index: 0, signature: unfinished, entryPosition: [0, 0, 64_128] });
  await api.rows.signatures({ signature: unfinished, slot: 1002, index: 0 });
});
afterAll(() => api?.stop());

test.each([
  ['that is not stored', signature('never seen')],
  ['of a block whose write has not ended', unfinished],
])('a transaction %s is not found', async (_, sig) => {
  expectError(await get(`${api.url}/api/transaction/${sig.base58}/explanation`), {
    status: 404,
    error: 'Transaction not found',
    details: `No transaction is stored for the signature ${sig.base58}.`,
  });
});
