import { address, signature, type TestKey } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { expectError } from '../../testing/expect-error.js';
import { post } from '../../testing/request.js';

const BLOCK_TIME = 1_788_264_000;
const known = signature('known');
const timeless = signature('timeless');
const unfinished = signature('unfinished');
const market = address('market');

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.slots({ slot: 1000, blockTime: BLOCK_TIME }, { slot: 1001, blockTime: null });
  await api.rows.transactions(
    { slot: 1000, index: 0, signature: known, entryPosition: [0, 0, 64_000], blockTime: BLOCK_TIME },
    { slot: 1001, index: 0, signature: timeless, entryPosition: [0, 0, 64_064], blockTime: null },
    { slot: 1002, index: 0, signature: unfinished, entryPosition: [0, 0, 64_128] },
  );
  await api.rows.signatures(
    { signature: known, slot: 1000, index: 0 },
    { signature: timeless, slot: 1001, index: 0 },
    { signature: unfinished, slot: 1002, index: 0 },
  );
});
afterAll(() => api?.stop());

async function expectNotFound(sig: TestKey, times = {}): Promise<void> {
  const body = { signature: sig.base58, account_id: market.base58, ...times };
  const where = Object.keys(times).length === 0 ? '' : ' within the given times';
  expectError(await post(`${api.url}/api/analyze-trade`, body), {
    status: 404,
    error: 'Transaction not found',
    details: `No transaction is stored for the signature ${sig.base58}${where}.`,
  });
}

test('a transaction that is not stored', () => expectNotFound(signature('never seen')));

test('a transaction of a block whose write has not ended', () => expectNotFound(unfinished));

test('a transaction before the window', () => expectNotFound(known, { start_time: BLOCK_TIME + 1 }));

test('a transaction after the window', () => expectNotFound(known, { end_time: BLOCK_TIME - 1 }));

test('a transaction whose time is not known, when there is a window', () =>
  expectNotFound(timeless, { start_time: 0 }));
