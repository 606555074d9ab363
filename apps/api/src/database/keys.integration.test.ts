import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../testing/api-under-test.js';
import { address, signature } from '../testing/chain-rows.js';

const [account, sig] = [address('market').hex, signature('a').hex];
const trade = '../routes/analyze-trade';

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.slots({ slot: 1000 });
  await api.rows.transactions({
    slot: 1000,
    index: 0,
    signature: signature('a'),
    place: [0, 0, 64_000],
    locks: [{ account: address('market'), isWrite: true }],
  });
  await api.rows.signatures({ signature: signature('a'), slot: 1000, index: 0 });
  await api.rows.accountSlots({ account: address('market'), slot: 1000, lockCount: 1, ticks: null });
  await api.rows.gaps({ from: 1002, to: 1003, cause: 'incomplete', state: 'open' });
});
afterAll(() => api?.stop());

interface Plan {
  Indexes?: { Type: string; Keys?: string[]; Condition: string }[];
  Plans?: Plan[];
}

function* primaryKeysOf(plan: Plan): Generator<string> {
  for (const { Type, Keys, Condition } of plan.Indexes ?? [])
    if (Type === 'PrimaryKey' && Condition !== 'true') yield (Keys ?? []).join(', ');
  for (const inner of plan.Plans ?? []) yield* primaryKeysOf(inner);
}

test.each([
  [
    '../transactions/find-transaction.sql',
    { prefixes: [Buffer.from(sig, 'hex').readBigUInt64LE()], signatures: [sig] },
    ['slot, block_index'],
  ],
  ['../routes/transaction/stored-slots.sql', { slots: [1000] }, ['slot']],
  ['../slot-coverage/stored-blocks.sql', { from: 900, to: 1100 }, ['slot']],
  [`${trade}/account-activity.sql`, { account, from: 900, to: 1100 }, ['account, slot']],
  ['../slot-coverage/open-gaps.sql', { from: 900, to: 1100 }, ['from_slot, to_slot, cause']],
  [`${trade}/page-locks.sql`, { account, slots: [1000], skip: 0, rows: 10 }, ['account, slot']],
  [`${trade}/page-transactions.sql`, { positions: '[(1000,0)]' }, ['slot, block_index']],
])('%s finds its rows by the primary key', async (file, query_params, keys) => {
  const sql = readFileSync(new URL(file, import.meta.url), 'utf8');
  const result = await api.owner.query({
    query: `EXPLAIN json = 1, indexes = 1 ${sql}`,
    query_params,
    format: 'TabSeparatedRaw',
  });
  const [{ Plan: plan }] = JSON.parse(await result.text()) as [{ Plan: Plan }];
  expect([...primaryKeysOf(plan)]).toEqual(keys);
});
