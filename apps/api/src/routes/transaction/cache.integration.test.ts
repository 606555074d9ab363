import { address, signature } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { get } from '../../testing/request.js';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

const ask = (name: string) => get(`${api.url}/api/transaction/${signature(name).base58}`);

async function store(name: string, slot: number): Promise<void> {
  await api.rows.slots({ slot, leader: address('leader') });
  await api.rows.transactions({
    slot,
    index: 0,
    signature: signature(name),
    entryPosition: [0, 0, slot * 64],
    blockTime: 1_788_264_000,
    fee: 5_000n,
  });
  await api.rows.signatures({ signature: signature(name), slot, index: 0 });
}

test('a transaction is read once, and its second answer is the same', async () => {
  await store('kept', 1000);
  const first = await ask('kept');
  expect([first.status, first.headers.get('x-cache')]).toEqual([200, 'miss']);
  const again = await ask('kept');
  expect([again.status, again.headers.get('x-cache')]).toEqual([200, 'hit']);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
});

test('one that was missing is found as soon as it is stored', async () => {
  const missing = await ask('late');
  expect([missing.status, missing.headers.get('x-cache')]).toEqual([404, null]);
  await store('late', 1001);
  expect((await ask('late')).status).toBe(200);
});
