import {
  type Block,
  encodeTransactionWire,
  pubkeyFromBase58,
  toBase58,
  type WireTransaction,
} from '@tickscope/chain';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { makeBlock } from '@tickscope/testkit/made-block';
import { bytesOf } from '@tickscope/testkit/store/chain-rows';
import { expectedRows } from '@tickscope/testkit/store/expected-rows';
import { nearestRank } from '@tickscope/testkit/store/naive-locks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { ACCOUNT } from '../../testing/api-without-database.js';
import { post } from '../../testing/request.js';

const isDocumented = compileValidators().response('callRpc', 200);
const FIRST = 400_000_100;
const keys = Array.from({ length: 6 }, (_, at) => bytesOf(`account ${at}`, 32));
const accounts = keys.map(toBase58);
const hexOf = (key: Uint8Array): string => Buffer.from(key).toString('hex');
const chain: Block[] = Array.from({ length: 30 }, (_, at) =>
  makeBlock({ slot: FIRST + at, accounts: keys, transactions: 15 }),
);

/** The prices of successful writers of an account in the newest slots, sorted. */
function prices(key: Uint8Array, slots: number): bigint[] {
  return writersOf(key, slots)
    .flatMap(({ compute_unit_price: price }) => (typeof price === 'string' ? [BigInt(price)] : []))
    .sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
}
const rows = expectedRows(chain);
function writersOf(key: Uint8Array, slots: number) {
  return rows.account_locks.filter(
    (lock) =>
      lock['account'] === hexOf(key) &&
      lock['is_write'] === 'true' &&
      lock['is_failed'] === 'false' &&
      Number(lock['slot']) > FIRST + 29 - slots,
  );
}
const highest = (asked: readonly Uint8Array[], percent: number, slots: number): bigint =>
  asked
    .map((key) => (percent === 0 ? prices(key, slots)[0]! : nearestRank(prices(key, slots), percent)))
    .reduce((most, price) => (price > most ? price : most));

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

/** The result, its integers as text, which JSON.parse would round. */
async function call(method: string, params?: unknown[]): Promise<unknown> {
  const request = { jsonrpc: '2.0', id: 7, method, ...(params && { params }) };
  const answer = await post(`${api.url}/api/rpc`, request);
  expect(answer).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 7 } });
  expect(isDocumented(answer.body)).toEqual([]);
  const response = await fetch(`${api.url}/api/rpc`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  const exact = (await response.text()).replaceAll(/:(\d+)/g, ':"$1"');
  return (JSON.parse(exact) as { result: unknown }).result;
}

test('without stored blocks there is no fee', async () => {
  expect(await call('getRecentPrioritizationFees')).toEqual([]);
  expect(await call('getPriorityFeeEstimate', [{ accountKeys: accounts }])).toEqual({
    priorityFeeEstimate: null,
  });
  await new BlockWriter(api.owner).write(chain);
});

test('getRecentPrioritizationFees has one number a slot', async () => {
  for (const asked of [[], keys.slice(0, 1), keys.slice(1, 4)]) {
    const wanted = chain.flatMap(({ slot }) => {
      const least = (of: readonly (typeof rows.transactions)[number][]) =>
        of
          .filter((row) => row['slot'] === String(slot))
          .map((row) => BigInt((row['compute_unit_price'] ?? '0') as string))
          .sort((left, right) => (left < right ? -1 : 1))[0];
      const block = least(
        rows.transactions.filter((tx) => tx['success'] === 'true' && tx['is_vote'] === 'false'),
      );
      if (block === undefined) return [];
      const own = asked.map(
        (key) => least(writersOf(key, 30).filter((lock) => lock['is_vote'] === 'false')) ?? 0n,
      );
      const fee = own.reduce((most, price) => (price > most ? price : most), block);
      return [{ slot: String(slot), prioritizationFee: String(fee) }];
    });
    expect(wanted.length).toBeGreaterThan(25);
    const params = asked.length === 0 ? undefined : [asked.map(toBase58)];
    expect(await call('getRecentPrioritizationFees', params)).toEqual(wanted);
  }
});

test('getPriorityFeeEstimate has the highest percentile of the accounts, for each level', async () => {
  const asked = keys.slice(0, 3);
  const accountKeys = [...asked.map(toBase58), ACCOUNT];
  const levels = { min: 0, low: 25, medium: 50, high: 75, veryHigh: 95, unsafeMax: 100 };
  expect(
    await call('getPriorityFeeEstimate', [
      { accountKeys, options: { includeAllPriorityFeeLevels: true, includeVote: true } },
    ]),
  ).toEqual({
    priorityFeeLevels: Object.fromEntries(
      Object.entries(levels).map(([name, percent]) => [name, String(highest(asked, percent, 150))]),
    ),
  });
  for (const [options, percent, slots] of [
    [{}, 50, 150],
    [{ recommended: true }, 50, 150],
    [{ priorityLevel: 'VeryHigh', lookbackSlots: 5 }, 95, 5],
    [{ priorityLevel: 'high', evaluateEmptySlotAsZero: true }, 75, 150],
  ] as const)
    expect(await call('getPriorityFeeEstimate', [{ accountKeys, options }])).toEqual({
      priorityFeeEstimate: String(highest(asked, percent, slots)),
    });
});

test('a transaction stands for the accounts that it writes', async () => {
  // Signed by the first; the last two are read only.
  const tx: WireTransaction = {
    signatures: [new Uint8Array(64)],
    version: 'legacy',
    header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 2 },
    staticKeys: [keys[0]!, keys[1]!, keys[2]!, pubkeyFromBase58('11111111111111111111111111111111')],
    recentBlockhash: new Uint8Array(32),
    instructions: [{ programIdIndex: 3, accounts: Uint8Array.of(0, 1), data: new Uint8Array(4) }],
    addressTableLookups: [],
    config: null,
  };
  const wire = encodeTransactionWire(tx);
  const wanted = { priorityFeeEstimate: String(highest(keys.slice(0, 2), 100, 150)) };
  const base64 = Buffer.from(wire).toString('base64');
  for (const question of [
    { transaction: base64 },
    { transaction: toBase58(wire) },
    { transaction: base64, encoding: 'Base64' },
    { transaction: toBase58(wire), encoding: 'base58' },
  ])
    expect(
      await call('getPriorityFeeEstimate', [
        {
          transaction: question.transaction,
          options: {
            priorityLevel: 'UnsafeMax',
            ...('encoding' in question && { transactionEncoding: question.encoding }),
          },
        },
      ]),
    ).toEqual(wanted);
});
