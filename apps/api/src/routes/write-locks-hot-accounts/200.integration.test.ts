import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Block } from '@tickscope/chain';
import { importFile } from '@tickscope/pipeline';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter, isEncoded, refreshHeat, writeGaps } from '@tickscope/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi } from '../../server.js';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { generatedBlocks } from '../../testing/generated-blocks.js';
import { naiveHeatMap, naiveHotAnswer } from '../../testing/naive-write-locks.js';
import { quiet } from '../../testing/quiet.js';
import { post } from '../../testing/request.js';

const isDocumented = compileValidators().response('findHotAccounts', 200);

/** From the program's own table. */
const LIMIT_OF_GENERATED = () => 24_000_000;
const LIMIT_OF_REAL = () => 12_000_000;

/** 330 slots of 30 seconds, so that an hour begins within the chain, and not at a bucket. */
const chain = generatedBlocks(
  {
    seed: 'hot',
    firstSlot: 400_000_100,
    slotMs: 30_000,
    transactionsPerSlot: 12,
    voteShare: 0.3,
    wallets: 40,
  },
  330,
);
const newest = chain.at(-1)!;
const since = (hours: number, blocks: readonly Block[] = chain): Block[] =>
  blocks.filter(({ blockTime }) => blockTime! >= newest.blockTime! - hours * 3_600);

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

interface Data {
  slot_range: { min: number; max: number };
  hot_accounts: unknown[];
  heatmap_data: unknown[];
  slots_per_point: number;
  is_ranking_exact: boolean;
  coverage: { missing_slot_count: number; incomplete_slot_count: number; missing_ranges: unknown[] } | null;
}

async function ask(body: object): Promise<Data> {
  const answer = await post(`${api.url}/api/write-locks/hot-accounts`, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Data }).data;
}

async function expectHours(hours: number, limit: number, blocks: readonly Block[]): Promise<void> {
  const data = await ask({ time_range: `${hours}h`, limit });
  const asked = since(hours, blocks);
  expect(data.hot_accounts).toEqual(naiveHotAnswer(asked, LIMIT_OF_GENERATED, limit));
  const { min, max } = data.slot_range;
  expect(data.heatmap_data).toEqual(naiveHeatMap(asked, min, max, limit));
  expect(data.is_ranking_exact).toBe(true);
}

const heat = () => refreshHeat(api.owner, { settleSeconds: 0 });

test('without stored blocks the answer is empty', async () => {
  expect(await ask({ time_range: '1h' })).toMatchObject({
    slot_range: { min: null, max: null },
    hot_accounts: [],
    coverage: null,
  });
});

describe('a generated chain', () => {
  beforeAll(() => new BlockWriter(api.owner).write(chain));

  test('is reported as counted over its blocks, before any bucket is made', async () => {
    await expectHours(1, 50, chain);
    await expectHours(3, 100, chain);
  });

  test('and the same where a made bucket has no row of an account that has locks in it', async () => {
    expect((await heat()).made.length).toBeGreaterThan(1);
    const [hottest] = naiveHotAnswer(since(3), LIMIT_OF_GENERATED, 1) as { account_id: string }[];
    await api.owner.command({
      query:
        'ALTER TABLE account_heat DELETE WHERE base58Encode(account) = {account:String} ' +
        'AND bucket = (SELECT max(bucket) FROM account_heat_buckets)',
      query_params: { account: hottest!.account_id },
      clickhouse_settings: { mutations_sync: '2' },
    });
    await expectHours(3, 100, chain);
  });

  test('ends at the newest block, and has its coverage', async () => {
    const data = await ask({ time_range: '1h', limit: 1 });
    const asked = since(1);
    expect(data).toMatchObject({
      query_mode: 'time_range',
      query_value: '1h',
      limit: 1,
      slot_range: { max: newest.slot },
      coverage: {
        from_time: newest.blockTime! - 3_600,
        to_time: newest.blockTime,
        is_start_stored: true,
        missing_slot_count: 0,
        incomplete_slot_count: 0,
        has_lost_locks: false,
      },
    });
    expect(data.slot_range.min).toBeLessThanOrEqual(asked[0]!.slot);
    expect(data.heatmap_data.length).toBeLessThanOrEqual(150);
  });

  test('is reported for one slot, and for a slot that is not stored', async () => {
    const block = chain[100]!;
    const data = await ask({ slot: block.slot, limit: 100 });
    expect(data.hot_accounts).toEqual(naiveHotAnswer([block], LIMIT_OF_GENERATED, 100));
    expect(data).toMatchObject({ query_mode: 'slot', query_value: String(block.slot), slots_per_point: 1 });
    expect(await ask({ slot: newest.slot + 5 })).toMatchObject({
      hot_accounts: [],
      coverage: { missing_ranges: [{ from_slot: newest.slot + 5, to_slot: newest.slot + 5 }] },
    });
  });

  test('divides the shares where the limit changes within the hours, and within a bucket', async () => {
    const change = chain[250]!.slot + (chain[250]!.slot % 128 === 0 ? 1 : 0);
    const folder = await mkdtemp(join(tmpdir(), 'tickscope-limits-'));
    const computeLimitsFile = join(folder, 'limits.json');
    const limits = [
      { from_slot: change, account_compute_units: 3_000_000 },
      { from_slot: 7, account_compute_units: 1_000_000 },
    ];
    await writeFile(computeLimitsFile, JSON.stringify({ limits }));
    const another = await startApi({ ...api.config, computeLimitsFile }, quiet);
    const { body } = await post(`${another.url}/api/write-locks/hot-accounts`, { time_range: '3h' });
    await another.stop();
    await rm(folder, { recursive: true });
    const limitOf = (slot: number) => (slot < change ? 1_000_000 : 3_000_000);
    expect((body as { data: Data }).data.hot_accounts).toEqual(naiveHotAnswer(since(3), limitOf, 50));
  });

  test('has the labels of accounts that have one', async () => {
    const [first] = (await ask({ time_range: '1h', limit: 1 })).hot_accounts as { account_id: string }[];
    await api.owner.command({
      query: `INSERT INTO labels (address, kind, label, tags, source)
        VALUES (toFixedString(base58Decode('${first!.account_id}'), 32), 'wallet', 'a busy one', [], 'this test')`,
    });
    expect((await ask({ time_range: '1h', limit: 2 })).hot_accounts).toMatchObject([
      { account_id: first!.account_id, label: 'a busy one' },
      { label: null },
    ]);
  });
});

const real = fileURLToPath(
  new URL('../../../../../../shared/data/full-blocks/254170887.getblock.json', import.meta.url),
);

describe.skipIf(!existsSync(real))('block 254170887 of mainnet (skipped without shared/data)', () => {
  test('is reported as counted over its transactions', async () => {
    const blocks: Block[] = [];
    const writer = new BlockWriter(api.owner);
    await importFile(real, {
      writer: {
        write(some) {
          // Without entries: not encoded before it is written.
          for (const block of some) if (!isEncoded(block)) blocks.push(block);
          return writer.write(some);
        },
      },
      storedLinks: async () => [],
      writeGaps: (gaps) => writeGaps(api.owner.write, gaps),
    });
    const data = await ask({ slot: 254_170_887, limit: 100 });
    expect(data.hot_accounts).toHaveLength(100);
    expect(data.hot_accounts).toEqual(naiveHotAnswer(blocks, LIMIT_OF_REAL, 100));
    expect(data.heatmap_data).toEqual(naiveHeatMap(blocks, 254_170_887, 254_170_887, 100));
  });
});
