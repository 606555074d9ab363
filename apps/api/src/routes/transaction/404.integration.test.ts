import { address, signature } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { expectError } from '../../testing/expect-error.js';
import { get } from '../../testing/request.js';

const unfinished = signature('unfinished');
const contradicted = signature('contradicted');
const withoutTransactions = signature('without transactions');

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.transactions({ slot: 1002, index: 0, signature: unfinished, entryPosition: [0, 0, 64_128] });
  await api.rows.signatures({ signature: unfinished, slot: 1002, index: 0 });
  for (const [slot, sig] of [
    [1003, contradicted],
    [1004, withoutTransactions],
  ] as const) {
    await api.rows.transactions({ slot, index: 0, signature: sig, entryPosition: [0, 0, slot * 64] });
    await api.rows.signatures({ signature: sig, slot, index: 0 });
  }
  await api.rows.slots(
    { slot: 1003, blockhash: address('one block') },
    { slot: 1003, blockhash: address('another block') },
    { slot: 1004, content: 'entries_only' },
  );
});
afterAll(() => api?.stop());

test.each([
  ['that is not stored', signature('never seen')],
  ['of a block whose write has not ended', unfinished],
  ['of a slot with two blocks', contradicted],
  ['of a block with entries only', withoutTransactions],
])('a transaction %s is not found', async (_, sig) => {
  expectError(await get(`${api.url}/api/transaction/${sig.base58}`), {
    status: 404,
    error: 'Transaction not found',
    details: `No transaction is stored for the signature ${sig.base58}.`,
  });
});
