import { address, signature, type TestTransaction } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { post } from '../../testing/request.js';

const market = address('market');

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

test('when rows and their count do not agree the answer is 503 instead of incomplete rows', async () => {
  const lost = signature('lost');
  await api.rows.slots({ slot: 9000 });
  const first = {
    slot: 9000,
    index: 0,
    signature: lost,
    entryPosition: [0, 0, 576_000],
  } satisfies TestTransaction;
  await api.rows.transactions(first);
  const locks = [{ account: market, isWrite: true }];
  await api.rows.locks({ ...first, locks }, { ...first, index: 1, locks });
  await api.rows.signatures({ signature: lost, slot: 9000, index: 0 });
  const answer = await post(`${api.url}/api/analyze-trade`, {
    signature: lost.base58,
    account_id: market.base58,
  });
  expect(answer).toMatchObject({
    status: 503,
    body: { error: 'Service unavailable', retry_after_seconds: 1 },
  });
});
