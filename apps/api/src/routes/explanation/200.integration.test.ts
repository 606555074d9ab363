import { pubkeyFromBase58 } from '@tickscope/chain';
import { compileValidators } from '@tickscope/schemas';
import { address, keyOf, signature, type TestKey } from '@tickscope/testkit/store/chain-rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { get } from '../../testing/request.js';

const isDocumented = compileValidators().response('getExplanation', 200);
const CPMM = keyOf(pubkeyFromBase58('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C'));
const ATA = keyOf(pubkeyFromBase58('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'));
const bot = address('bot');

const custom = (code: number): string => `{"InstructionError":[3,{"Custom":${code}}]}`;
/** Each transaction with what its row has; all of them are in slot 1000, in this order. */
const STORED = {
  limit: { success: false, error: custom(6005), failedProgram: CPMM, errorName: 'ExceededSlippage' },
  account: { success: false, error: '{"InstructionError":[0,"IllegalOwner"]}', failedProgram: ATA },
  unlisted: { success: false, error: custom(7), failedProgram: bot },
  unrecorded: { success: false, error: custom(6001) },
  whole: { success: false, error: '"BlockhashNotFound"' },
  good: { success: true },
  bare: { success: null },
  again: { success: false, error: custom(6005), failedProgram: CPMM },
};
const names = Object.keys(STORED) as (keyof typeof STORED)[];

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
  await api.rows.slots({ slot: 1000 }, { slot: 1001 });
  await api.rows.transactions(
    ...names.map((name, index) => ({
      ...{
        slot: 1000,
        index,
        signature: signature(name),
        entryPosition: [0, index, 64_000] as [number, number, number],
      },
      ...STORED[name],
    })),
    { slot: 1001, index: 4, signature: signature('again'), entryPosition: [0, 4, 64_064] },
  );
  await api.rows.signatures(
    ...names.map((name, index) => ({ signature: signature(name), slot: 1000, index })),
    { signature: signature('again'), slot: 1001, index: 4 },
  );
});
afterAll(() => api?.stop());

async function ask(sig: TestKey): Promise<Record<string, unknown>> {
  const answer = await get(`${api.url}/api/transaction/${sig.base58}/explanation`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Record<string, unknown> }).data;
}

test('a price outside the limit of a pool’s instruction', async () => {
  expect(await ask(signature('limit'))).toEqual({
    signature: signature('limit').base58,
    slot: 1000,
    block_index: 0,
    block_time: 1_700_000_000,
    success: false,
    outcome: 'unknown',
    reason: 'Who moved the price past its limit is not computed.',
    error: {
      stored: { InstructionError: [3, { Custom: 6005 }] },
      instruction: 3,
      program: CPMM.base58,
      label: 'Raydium CPMM',
      code: 6005,
      name: 'ExceededSlippage',
      kind: 'limit',
      sentence:
        'Raydium CPMM refused the trade: the price was outside its limit (ExceededSlippage, error 6005).',
    },
  });
});

test('an error of another kind is not a limit', async () => {
  expect(await ask(signature('account'))).toMatchObject({
    ...{ outcome: 'not_a_limit', reason: null },
    error: { instruction: 0, label: 'Associated Token', code: null, name: 'IllegalOwner', kind: 'account' },
  });
  expect(await ask(signature('whole'))).toMatchObject({
    ...{ outcome: 'not_a_limit', reason: null },
    error: { instruction: null, program: null, name: 'BlockhashNotFound', kind: 'deadline' },
  });
});

test('what no list has, and what is not recorded, is unknown', async () => {
  expect(await ask(signature('unlisted'))).toMatchObject({
    ...{ outcome: 'unknown', reason: 'No list that we know says what its error means.' },
    error: { program: bot.base58, label: null, code: 7, name: null, kind: null },
  });
  expect(await ask(signature('unrecorded'))).toMatchObject({
    ...{ outcome: 'unknown', reason: 'The program that failed is not recorded.' },
    error: { program: null, label: null, code: 6001, name: null, kind: null },
  });
  expect(await ask(signature('bare'))).toMatchObject({
    ...{ success: null, outcome: 'unknown', reason: 'Its result is not recorded.', error: null },
  });
});

test('a transaction that succeeded has no error', async () => {
  expect(await ask(signature('good'))).toMatchObject({
    success: true,
    outcome: null,
    reason: null,
    error: null,
  });
});

test('of one that failed and then succeeded, the answer is about the latter', async () => {
  expect(await ask(signature('again'))).toMatchObject({
    ...{ slot: 1001, block_index: 4, success: true, error: null },
    also_in: [{ slot: 1000, blockTime: 1_700_000_000, success: false }],
  });
});
