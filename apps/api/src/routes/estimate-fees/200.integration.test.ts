import { type Block, toBase58 } from '@tickscope/chain';
import { compileValidators, type components } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { expectedRows } from '@tickscope/testkit/store/expected-rows';
import { naiveRanking, nearestRank } from '@tickscope/testkit/store/naive-locks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { ACCOUNT } from '../../testing/api-without-database.js';
import { generatedBlocks } from '../../testing/generated-blocks.js';
import { post } from '../../testing/request.js';

type Data = components['schemas']['EstimateFeesResponse']['data'];

const isDocumented = compileValidators().response('estimateFees', 200);
const FIRST = 400_000_100;
const all = generatedBlocks({ seed: 'fees', firstSlot: FIRST, transactionsPerSlot: 20, wallets: 30 }, 40);
/** One is missing: its neighbour names it as its parent. */
const missing = all.find(({ slot }, at) => at > 20 && all[at + 1]!.parentSlot === slot)!;
const chain = all.filter((block) => block !== missing);
const last = chain.at(-1)!.slot;
const hot = naiveRanking(chain)
  .slice(0, 3)
  .map(({ account }) => account);
const base58 = (hex: string): string => toBase58(Buffer.from(hex, 'hex'));

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

async function ask(body: object): Promise<Data> {
  const answer = await post(`${api.url}/api/fees/estimate`, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Data }).data;
}

/** The answer for one account, over the locks of the blocks. */
function expected(blocks: readonly Block[], hex: string) {
  const writers = expectedRows(blocks).account_locks.filter(
    (lock) => lock['account'] === hex && lock['is_write'] === 'true',
  );
  const landed = writers.filter((lock) => lock['is_failed'] === 'false');
  const prices = landed
    .flatMap(({ compute_unit_price: price }) => (typeof price === 'string' ? [BigInt(price)] : []))
    .sort((left, right) => (left < right ? -1 : 1));
  const rank = (percent: number): string => String(nearestRank(prices, percent));
  return {
    account: base58(hex),
    landed_count: landed.length,
    failed_count: writers.length - landed.length,
    without_price_count: landed.length - prices.length,
    priced_count: prices.length,
    compute_unit_price:
      prices.length === 0
        ? null
        : {
            min: String(prices[0]),
            p25: rank(25),
            p50: rank(50),
            p75: rank(75),
            p90: rank(90),
            p95: rank(95),
          },
  };
}

test('without stored blocks nothing is known', async () => {
  expect(await ask({ accounts: [ACCOUNT] })).toEqual({
    ...{ slots: 50, slot_range: { min: null, max: null }, block_count: 0 },
    ...{ costliest: null, accounts: [], coverage: null },
  });
  await new BlockWriter(api.owner).write(chain);
});

test('accounts are answered once each, in the order asked, as counted over the blocks', async () => {
  const slots = 25;
  const accounts = [...hot, hot[0]!].map(base58);
  const data = await ask({ accounts: [...accounts, ACCOUNT], slots });
  const min = last - slots + 1;
  const blocks = chain.filter(({ slot }) => slot >= min);
  expect(data).toMatchObject({ slots, slot_range: { min, max: last }, block_count: blocks.length });
  expect(data.coverage).toEqual({ missing_slots: [missing.slot], incomplete_slots: [] });
  expect(data.accounts).toHaveLength(4);
  for (const [at, hex] of hot.entries()) expect(data.accounts[at]).toMatchObject(expected(blocks, hex));
  expect(data.accounts[3]).toMatchObject({ account: ACCOUNT, landed_count: 0, compute_unit_price: null });
  const median = (account: Data['accounts'][number]): bigint => BigInt(account.compute_unit_price?.p50 ?? -1);
  const most = data.accounts.reduce((best, it) => (median(it) > median(best) ? it : best));
  expect(data.costliest?.compute_unit_price?.p50).toBe(most.compute_unit_price?.p50);
  for (const { priced_count, by_ticks, without_tick_count } of data.accounts)
    expect(by_ticks.reduce((sum, it) => sum + it.priced_count, without_tick_count)).toBe(priced_count);
});
