import { pubkeyFromBase58 } from '@tickscope/chain';
import { compileValidators } from '@tickscope/schemas';
import { address, keyOf, signature, type TestKey } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { get } from '../../testing/request.js';

const isDocumented = compileValidators().response('getTransaction', 200);
const leader = address('leader');
const WHIRLPOOL = keyOf(pubkeyFromBase58('whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc'));
const SOL = keyOf(pubkeyFromBase58('So11111111111111111111111111111111111111112'));
const USDC = keyOf(pubkeyFromBase58('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'));
const [pool, unknownPool, mint] = [address('pool'), address('unknown pool'), address('mint')];
const [good, failed, bare, large, traded] = [
  signature('good'),
  signature('failed'),
  signature('bare'),
  signature('large'),
  signature('traded'),
];

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.slots({ slot: 1000, leader }, { slot: 1001, content: 'no_entries', version: 2 });
  await api.rows.transactions(
    {
      slot: 1000,
      index: 0,
      signature: good,
      entryPosition: [0, 0, 64_000],
      blockTime: 1_788_264_000,
      fee: 5_000n,
    },
    { slot: 1000, index: 1, signature: failed, entryPosition: [0, 1, 64_000], success: false, fee: 12_345n },
    { slot: 1000, index: 2, signature: large, entryPosition: [1, 0, 64_000], fee: 9_007_199_254_740_991n },
    {
      slot: 1000,
      index: 3,
      signature: traded,
      entryPosition: [1, 1, 64_000],
      markets: [
        { pool, program: WHIRLPOOL, mints: [SOL, USDC] },
        { pool: unknownPool, program: address('retired program'), mints: [USDC, mint] },
        { pool, program: WHIRLPOOL, mints: [USDC, SOL] },
      ],
    },
    {
      slot: 1001,
      index: 0,
      signature: bare,
      entryPosition: null,
      blockTime: null,
      success: null,
      fee: null,
      version: 2,
    },
  );
  await api.rows.signatures(
    { signature: good, slot: 1000, index: 0 },
    { signature: failed, slot: 1000, index: 1 },
    { signature: large, slot: 1000, index: 2 },
    { signature: traded, slot: 1000, index: 3 },
    { signature: bare, slot: 1001, index: 0 },
  );
});
afterAll(() => api?.stop());

async function ask(sig: TestKey): Promise<Record<string, unknown>> {
  const answer = await get(`${api.url}/api/transaction/${sig.base58}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Record<string, unknown> }).data;
}

test('all known facts are reported, and later ones are empty or null', async () => {
  expect(await ask(good)).toEqual({
    signature: good.base58,
    slot: 1000,
    blockTime: 1_788_264_000,
    success: true,
    fee: 5_000,
    tokens: [],
    leader: leader.base58,
    client: null,
    clientVersion: null,
    validatorName: null,
    markets: [],
    tips: [],
  });
});

test('the pools it traded in are there once, in order, with pair, DEX and kind', async () => {
  const short = ({ base58 }: TestKey): string => `${base58.slice(0, 4)}…${base58.slice(-4)}`;
  expect(await ask(traded)).toMatchObject({
    tokens: [SOL.base58, USDC.base58, mint.base58],
    markets: [
      {
        poolAddress: pool.base58,
        account_label: 'SOL/USDC (Orca Whirlpool)',
        account_tags: ['pool', 'Orca Whirlpool', 'concentrated'],
      },
      {
        poolAddress: unknownPool.base58,
        account_label: `${short(mint)}/USDC (${short(address('retired program'))})`,
        account_tags: ['pool'],
      },
    ],
  });
});

test('a failed transaction is one', async () => {
  expect(await ask(failed)).toMatchObject({ success: false, fee: 12_345 });
});

test('a fee keeps every digit that a JSON number can hold', async () => {
  expect(await ask(large)).toMatchObject({ fee: 9_007_199_254_740_991 });
});

test('facts that the source did not have are null', async () => {
  expect(await ask(bare)).toMatchObject({ blockTime: null, success: null, fee: null, leader: null });
});
