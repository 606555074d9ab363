import { pubkeyFromBase58 } from '@tickscope/chain';
import { compileValidators } from '@tickscope/schemas';
import { address, keyOf, signature, type TestKey } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { get } from '../../testing/request.js';

const isDocumented = compileValidators().response('getTransaction', 200);
const WHIRLPOOL = keyOf(pubkeyFromBase58('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'));
const SOL = keyOf(pubkeyFromBase58('So11111111111111111111111111111111111111112'));
const [leader, collector] = [address('leader'), address('collector')];
const [named, impostor, nameless] = [address('named'), address('impostor'), address('nameless')];
const pools = ['a', 'b', 'c', 'd'].map((name) => address(`pool ${name}`)) as [
  TestKey,
  TestKey,
  TestKey,
  TestKey,
];
const SLOTS = [1_000, 3_000] as const;

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  for (const slot of SLOTS) {
    await api.rows.slots({ slot, leader: collector });
    await api.rows.transactions({
      slot,
      index: 0,
      signature: signature(`of ${slot}`),
      entryPosition: [0, 0, slot * 64],
      markets: [
        { pool: pools[0], program: WHIRLPOOL, mints: [named, SOL] },
        { pool: pools[1], program: WHIRLPOOL, mints: [impostor, SOL] },
        { pool: pools[2], program: WHIRLPOOL, mints: [nameless, SOL] },
        { pool: pools[3], program: WHIRLPOOL, mints: [named, SOL] },
      ],
    });
    await api.rows.signatures({ signature: signature(`of ${slot}`), slot, index: 0 });
  }
  const at = (key: TestKey): string => `unhex('${key.hex}')`;
  const insert = (text: string) => api.owner.command({ query: `INSERT INTO ${text}` });
  await insert(`leaders (slot, identity) VALUES (3000, ${at(leader)})`);
  await insert(`validators (identity, valid_from_slot, client, version, name) VALUES
    (${at(leader)}, 2500, 'Firedancer', '1.0.0', 'New Name')`);
  await insert(`tokens (mint, symbol, name, decimals, source, observed_at) VALUES
    (${at(named)}, 'OLD', 'Old', 6, 'metaplex', now64(3) - 10),
    (${at(named)}, 'BONG', 'Bong Coin', 6, 'metaplex', now64(3)),
    (${at(impostor)}, 'uＳDC ', 'USD Coin', 6, 'metaplex', now64(3)),
    (${at(nameless)}, NULL, NULL, 6, 'mint', now64(3))`);
  await insert(`labels (address, kind, label, tags, source, is_deleted, observed_at) VALUES
    (${at(pools[3])}, 'pool', 'Our pool', ['ours', 'pool'], 'own.csv', 0, now64(3)),
    (${at(pools[0])}, 'pool', 'Gone', [], 'own.csv', 0, now64(3) - 10),
    (${at(pools[0])}, '', '', [], '', 1, now64(3))`);
});
afterAll(() => api?.stop());

async function ask(slot: number): Promise<Record<string, unknown>> {
  const answer = await get(`${api.url}/api/transaction/${signature(`of ${slot}`).base58}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Record<string, unknown> }).data;
}

test('a leader by the schedule has its client, its version and its name at the slot', async () => {
  expect(await ask(3_000)).toMatchObject({
    leader: leader.base58,
    client: 'Firedancer',
    clientVersion: '1.0.0',
    validatorName: 'New Name',
  });
});

test('pools are labelled by the symbols of their tokens and by the labels of the operator', async () => {
  const short = ({ base58 }: TestKey): string => `${base58.slice(0, 4)}…${base58.slice(-4)}`;
  const { markets } = await ask(1_000);
  expect(markets).toEqual([
    {
      poolAddress: pools[0].base58,
      account_label: 'BONG/SOL (Orca Whirlpool)',
      account_tags: ['pool', 'Orca Whirlpool', 'concentrated'],
    },
    {
      // It uses the symbol USDC, but is another mint.
      poolAddress: pools[1].base58,
      account_label: `${short(impostor)}/SOL (Orca Whirlpool)`,
      account_tags: ['pool', 'Orca Whirlpool', 'concentrated'],
    },
    {
      poolAddress: pools[2].base58,
      account_label: `${short(nameless)}/SOL (Orca Whirlpool)`,
      account_tags: ['pool', 'Orca Whirlpool', 'concentrated'],
    },
    {
      poolAddress: pools[3].base58,
      account_label: 'Our pool',
      account_tags: ['pool', 'Orca Whirlpool', 'concentrated', 'ours'],
    },
  ]);
});
