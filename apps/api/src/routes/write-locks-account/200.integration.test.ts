import type { Block } from '@tickscope/chain';
import { toBase58 } from '@tickscope/chain';
import { compileValidators } from '@tickscope/schemas';
import { BlockWriter } from '@tickscope/store';
import { naiveLocks, naiveRanking } from '@tickscope/testkit/store/naive-locks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiUnderTest, startApiUnderTest } from '../../testing/api-under-test.js';
import { ACCOUNT } from '../../testing/api-without-database.js';
import { generatedBlocks } from '../../testing/generated-blocks.js';
import { naiveAccountLocks } from '../../testing/naive-write-locks.js';
import { post } from '../../testing/request.js';

const isDocumented = compileValidators().response('getAccountWriteLocks', 200);
/** From the program's own table. */
const LIMIT = () => 24_000_000;

/** 330 slots of 30 seconds, including skipped ones. */
const chain = generatedBlocks(
  {
    seed: 'locks',
    firstSlot: 400_000_100,
    slotMs: 30_000,
    transactionsPerSlot: 12,
    voteShare: 0.3,
    wallets: 40,
  },
  330,
);
const newest = chain.at(-1)!;
const between = (from: number, to: number, blocks = chain): Block[] =>
  blocks.filter(({ blockTime }) => blockTime! >= from && blockTime! <= to);
const since = (hours: number, blocks = chain): Block[] =>
  between(newest.blockTime! - hours * 3_600, newest.blockTime!, blocks);

/** The hottest account, one in the middle, and the most locked of those that are never written. */
const ranking = naiveRanking(chain);
const readOnly = [...naiveLocks(chain).values()]
  .filter(({ writes }) => writes === 0)
  .sort((left, right) => right.reads - left.reads)[0]!;
const accounts = [ranking[0]!, ranking[1]!, ranking[Math.floor(ranking.length / 2)]!, readOnly].map(
  ({ account }) => account,
);
const base58 = (hex: string): string => toBase58(Buffer.from(hex, 'hex'));

let api: ApiUnderTest;
beforeAll(async () => {
  api = await startApiUnderTest();
});
afterAll(() => api?.stop());

interface Data extends Record<string, unknown> {
  slot_range: { min: number; max: number };
  competing_transactions: unknown[];
}

async function ask(body: object): Promise<Data> {
  const answer = await post(`${api.url}/api/write-locks/account`, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(isDocumented(answer.body)).toEqual([]);
  return (answer.body as { data: Data }).data;
}

async function expectRight(hex: string, when: object, blocks: readonly Block[]): Promise<Data> {
  const data = await ask({ account: base58(hex), ...when });
  const { min: from, max: to } = data.slot_range;
  expect(data).toMatchObject({
    account: base58(hex),
    ...naiveAccountLocks(blocks, { from, to }, hex, LIMIT),
  });
  return data;
}

test('without stored blocks the answer is empty', async () => {
  const nothing = { slot_range: { min: null, max: null }, write_locks_timeline: [], coverage: null };
  expect(await ask({ account: ACCOUNT, time_range: '72h' })).toMatchObject(nothing);
  const dates = { start_date: '2026-09-01', end_date: '2026-09-02' };
  expect(await ask({ account: ACCOUNT, ...dates })).toMatchObject(nothing);
});

describe('a generated chain', () => {
  beforeAll(() => new BlockWriter(api.owner).write(chain));

  test('over hours is reported as counted over its blocks', async () => {
    for (const hex of accounts) await expectRight(hex, { time_range: '3h' }, since(3));
  });

  test('between two dates has the blocks of that time, ends included', async () => {
    const [first, last] = [chain[40]!, chain[200]!];
    const text = (seconds: number) => new Date(seconds * 1_000).toISOString();
    const when = { start_date: text(first.blockTime!), end_date: text(last.blockTime!) };
    const data = await expectRight(accounts[0]!, when, chain.slice(40, 201));
    expect(data).toMatchObject({
      query_mode: 'date_range',
      query_value: `${when.start_date}/${when.end_date}`,
      slot_range: { max: last.slot },
    });
  });

  test('between two dates that no block is of is an empty answer', async () => {
    const dates = { start_date: '2020-09-01', end_date: '2020-09-02' };
    expect(await ask({ account: ACCOUNT, ...dates })).toMatchObject({ slot_range: { min: null, max: null } });
  });

  test('is reported for one slot', async () => {
    const block = chain[100]!;
    await expectRight(accounts[0]!, { slot: block.slot }, [block]);
  });

  test('an account without locks has zeros, not missing points', async () => {
    const data = await ask({ account: ACCOUNT, time_range: '1h' });
    expect(data).toMatchObject({
      summary: { total_write_locks: 0, hottest_slot: null, hottest_slot_locks: 0, hot_score: 0 },
      competing_transactions: [],
    });
    expect(data['write_locks_timeline']).toHaveLength(since(1).length);
  });
});
