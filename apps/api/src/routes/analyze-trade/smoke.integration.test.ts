import { test } from 'vitest';
import { startApiUnderTest } from '../../testing/api-under-test.js';
import { address, signature } from '../../testing/chain-rows.js';

test('smoke', async () => {
  const t = await startApiUnderTest();
  const A = address('A'), o = signature('o');
  await t.rows.slots({ slot: 1000 }, { slot: 1001 });
  await t.rows.transactions(
    { slot: 1000, index: 3, signature: o, place: [2, 1, 64010], locks: [{ account: A, isWrite: true }] },
    { slot: 1001, index: 0, signature: signature('p'), place: [0, 0, 64064], locks: [{ account: A, isWrite: false }] },
  );
  await t.rows.signatures({ signature: o, slot: 1000, index: 3 });
  await t.rows.accountSlots({ account: A, slot: 1000, lockCount: 1, ticks: [64010, 64010] }, { account: A, slot: 1001, lockCount: 1, ticks: [64064, 64064] });
  const show = async (r: Response) => console.log(r.status, [...r.headers].map(h => h.join(': ')).join('\n'), (await r.text()).slice(0, 3000));
  const body = JSON.stringify({ signature: o.base58, account_id: A.base58 });
  await show(await fetch(t.url + '/api/analyze-trade', { method: 'POST', body, headers: { 'content-type': 'application/json' } }));
  await show(await fetch(t.url + '/transaction/' + o.base58));
  await show(await fetch(t.url + '/transaction/%zz'));
  await show(await fetch(t.url + '/api/analyze-trade'));
  await show(await fetch(t.url + '/readyz'));
  await show(await fetch(t.url + '/docs'));
  await show(await fetch(t.url + '/version'));
  await show(await fetch(t.url + '/api/analyze-trade', { method: 'POST', body: '{"signature":5,"__proto__":1,"a b":3, "slot_range":1000, "limit": 1.5}', headers: { 'content-type': 'application/json' } }));
  await show(await fetch(t.url + '/api/analyze-trade', { method: 'POST', body: '['.repeat(40), headers: { 'content-type': 'application/json' } }));
  await show(await fetch(t.url + '/metrics'));
  await t.stop();
});
