import type { Block } from '@tickscope/chain';
import { redetect } from '@tickscope/pipeline';
import { BlockWriter, rejudge } from '@tickscope/store';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { markDetected } from '@tickscope/testkit/store/mark-detected';
import { BLOCKS, THEN } from '@tickscope/testkit/then-and-now-chain';
import { address, type Trade, tradedBlock } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobRecord } from '../testing/jobs-client.js';
import { type JobsUnderTest, startJobsUnderTest } from '../testing/jobs-under-test.js';
import { post } from '../testing/request.js';

const FIRST = 5_000;
const NEWEST = 5_200;
const ALICES = 5_100;

/** A block per slot; `alice` and `mallory` trade in a few of them. */
const blocks = new Map(
  Array.from({ length: NEWEST + 20 - FIRST }, (_, at): [number, Block] => {
    const slot = FIRST + at;
    const swap = (trader: string): Trade => ({ does: 'swap', trader, from: 'A', paid: 100n, got: 190n });
    const trades = [ALICES, ALICES - 2, ALICES + 2].includes(slot)
      ? [swap('mallory'), swap('alice')]
      : [swap('others')];
    return [slot, tradedBlock(slot, trades)];
  }),
);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const signatureIn = (slot: number) => signatureAt([...blocks.values()], slot, 0);

let api: JobsUnderTest;
beforeAll(async () => {
  api = await startJobsUnderTest();
});
afterAll(() => api?.stop());

const store = (...slots: number[]) =>
  new BlockWriter(api.owner).write(slots.map((slot) => blocks.get(slot)!));
/** Marks stored blocks as detected, as detection does. */
const detect = (from: number, to: number) =>
  api.owner.command({
    query: `INSERT INTO detected_slots (slot, blockhash, version) SELECT slot, blockhash, version FROM slots WHERE slot BETWEEN ${from} AND ${to}`,
  });

interface Submission {
  jobId: string;
  status: string;
  age_seconds: number;
  message: string;
}
async function submit(path: string, body: object): Promise<Submission> {
  const answer = await post(`${api.url}/api/mev/${path}`, body);
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status: 200 });
  return answer.body as Submission;
}
async function run(path: string, body: object): Promise<{ jobId: string; record: JobRecord }> {
  const { jobId } = await submit(path, body);
  return { jobId, record: await api.ended(jobId) };
}
/** Submits again: expects the same job, or another one, which is waited for. */
async function expectReused(path: string, body: object, jobId: string): Promise<void> {
  expect(await submit(path, body)).toMatchObject({
    jobId,
    status: 'completed',
    message: `Completed. GET /api/mev/job-status/${jobId} has the result.`,
  });
}
async function expectNew(path: string, body: object, jobId: string): Promise<JobRecord> {
  const submission = await submit(path, body);
  expect(submission.jobId).not.toBe(jobId);
  expect(submission).toMatchObject({ status: 'queued', age_seconds: 0 });
  return api.ended(submission.jobId);
}

const TABLES = [
  ...['slots', 'entries', 'transactions', 'account_slots', 'signatures', 'swaps'],
  ...['swaps_by_trader', 'gaps', 'detected_slots', 'sandwiches', 'sandwich_legs', 'sandwich_legs_by_trader'],
  ...['sandwiches_by_address', 'actor_trips'],
];
beforeEach(async () => {
  for (const table of TABLES) await api.owner.command({ query: `TRUNCATE TABLE ${table}` });
});

describe('a check of a transaction that is not stored', () => {
  const check = { signatures: signatureIn(ALICES), slot_range: 3 };
  const foundIn = ({ data }: JobRecord): boolean[] =>
    (data as { results: { found: boolean }[] }).results.map(({ found }) => found);

  test('is computed again once it is stored, even without a newer block', async () => {
    await store(...range(FIRST, ALICES - 1), ...range(ALICES + 1, NEWEST));
    const { jobId, record } = await run('check-sandwich', check);
    expect(foundIn(record)).toEqual([false]);
    await expectReused('check-sandwich', check, jobId);
    await store(ALICES);
    expect(foundIn(await expectNew('check-sandwich', check, jobId))).toEqual([true]);
  });

  test('is computed again after any newer block', async () => {
    await store(...range(FIRST, FIRST + 5));
    const { jobId } = await run('check-sandwich', check);
    await expectReused('check-sandwich', check, jobId);
    await store(FIRST + 6);
    await expectNew('check-sandwich', check, jobId);
  });
});

describe('a check of a stored transaction', () => {
  const check = { signatures: [signatureIn(ALICES)], slot_range: 3 };
  const missingIn = ({ data }: JobRecord): number[] =>
    (data as { results: { coverage: { missing_slots: number[] } }[] }).results[0]!.coverage.missing_slots;

  test('is reused while a gap lasts and other slots are stored, but not once its slots are backfilled', async () => {
    const missing = [ALICES - 3, ALICES + 1];
    await store(...range(FIRST, NEWEST).filter((slot) => !missing.includes(slot) && slot !== ALICES - 20));
    const { jobId, record } = await run('check-sandwich', check);
    expect(missingIn(record)).toEqual(missing);
    await store(ALICES - 20, NEWEST + 1);
    await expectReused('check-sandwich', check, jobId);
    await store(ALICES + 1);
    expect(missingIn(await expectNew('check-sandwich', check, jobId))).toEqual([ALICES - 3]);
  });

  test('is not reused once detection has run over its slots', async () => {
    await store(...range(FIRST, NEWEST));
    const { jobId } = await run('check-sandwich', check);
    await detect(ALICES + 10, NEWEST);
    await expectReused('check-sandwich', check, jobId);
    await detect(ALICES - 3, ALICES - 3);
    await expectNew('check-sandwich', check, jobId);
  });
});

describe('a result with a sandwich that the record of its actor decides about', () => {
  const [bots] = THEN;
  const { slot, blockIndex } = bots!.victims[0]!.swap;
  const alice = address('victim of the bot');
  const mallory = address('bot');

  /** Round trips without aim that were found elsewhere, of so many that their actor is a scalper. */
  const addTrips = async (actor: string) => {
    await api.owner.command({
      query: `INSERT INTO actor_trips (address, first_slot, bracket_id, last_slot, pool, gained, aimed, revision, is_deleted)
        SELECT toFixedString(base58Decode('${actor}'), 32), 1000, toString(number), 1001, toFixedString('p', 32), true, false, 1, 0
        FROM numbers(60)`,
    });
    await rejudge(api.owner, { fromSlot: 0, toSlot: BLOCKS.at(-1)!.slot, withProvisional: false });
  };

  test.each([
    ['check-sandwich', { signatures: [signatureAt(BLOCKS, slot, blockIndex)], slot_range: 10 }],
    ['check-wallet', { wallet_address: alice }],
    ['check-attacker', { attacker_address: mallory, victim_address: alice }],
    ['validate-competition', { wallet_a: alice, wallet_b: mallory }],
  ])('%s is reused until that record says something else', async (path, body) => {
    await new BlockWriter(api.owner).write(BLOCKS);
    const [first, last] = [BLOCKS[0]!.slot, BLOCKS.at(-1)!.slot];
    await redetect(api.owner, { fromSlot: first, toSlot: last, headSlot: last });
    await markDetected(api.owner);
    const { jobId } = await run(path, body);
    await addTrips(address('stranger'));
    await expectReused(path, body, jobId);
    await addTrips(mallory);
    await expectNew(path, body, jobId);
  });
});

describe('a scan of days', () => {
  const scan = { wallet_address: address('alice') };
  const tradesIn = ({ data }: JobRecord): number[] =>
    (data as { trades: { slot: number }[] }).trades.map(({ slot }) => slot).reverse();

  test('is reused while blocks come at the head alone, also as detection runs over them', async () => {
    await store(...range(FIRST, NEWEST));
    const { jobId } = await run('check-wallet', scan);
    await store(NEWEST + 1, NEWEST + 2);
    await detect(NEWEST - 5, NEWEST + 2);
    await expectReused('check-wallet', scan, jobId);
  });

  test('is not reused once a block of its range was stored, or detected', async () => {
    await store(...range(FIRST, ALICES - 1), ...range(ALICES + 1, NEWEST));
    const { jobId, record } = await run('check-wallet', scan);
    expect(tradesIn(record)).toEqual([ALICES - 2, ALICES + 2]);
    await store(ALICES);
    const second = await expectNew('check-wallet', scan, jobId);
    expect(tradesIn(second)).toEqual([ALICES - 2, ALICES, ALICES + 2]);
    await detect(ALICES, ALICES);
    await expectNew('check-wallet', scan, second['jobId'] as string);
  });

  test('that ends with a trade is not reused once the blocks after it came', async () => {
    await store(...range(FIRST, ALICES));
    const { jobId } = await run('check-wallet', scan);
    await expectReused('check-wallet', scan, jobId);
    await store(ALICES + 1);
    await expectNew('check-wallet', scan, jobId);
  });

  test('of which all is near the head is not reused once detection has run', async () => {
    const others = { wallet_address: address('stranger') };
    await store(...range(ALICES - 5, ALICES));
    const { jobId } = await run('check-wallet', others);
    await detect(ALICES - 5, ALICES);
    await expectNew('check-wallet', others, jobId);
  });

  test('is not reused by a profile of an attacker either, once a block of its range was stored', async () => {
    await store(...range(FIRST, ALICES - 1), ...range(ALICES + 1, NEWEST));
    await run('check-wallet', scan);
    await store(ALICES);
    const pair = { attacker_address: address('mallory'), victim_address: address('alice') };
    const { record } = await run('check-attacker', pair);
    expect(record.data).toMatchObject({ summary: { total_victim_dex_trades: 3 } });
  });

  test('without stored blocks is not reused once there is a block', async () => {
    const { jobId, record } = await run('check-wallet', scan);
    expect(record.data).toMatchObject({ coverage: null });
    await expectReused('check-wallet', scan, jobId);
    await store(FIRST);
    await expectNew('check-wallet', scan, jobId);
  });

  test('the first page of a competition is not reused once a block of its range was stored', async () => {
    await store(...range(FIRST, ALICES - 1), ...range(ALICES + 1, NEWEST));
    const pair = { wallet_a: address('alice'), wallet_b: address('mallory') };
    const { jobId, record } = await run('validate-competition', pair);
    expect(record.data).toMatchObject({ summary: { total_a_trades: 2 } });
    await store(NEWEST + 1);
    await expectReused('validate-competition', pair, jobId);
    await store(ALICES);
    expect((await expectNew('validate-competition', pair, jobId)).data).toMatchObject({
      summary: { total_a_trades: 3 },
    });
  });
});

describe('max_age_seconds', () => {
  const scan = { wallet_address: address('alice') };

  test('limits the age of a reused result; it does not make the request a different one', async () => {
    await store(...range(FIRST, NEWEST));
    const { jobId } = await run('check-wallet', { ...scan, max_age_seconds: 60 });
    await expectReused('check-wallet', { ...scan, max_age_seconds: 300 }, jobId);
    await expectReused('check-wallet', scan, jobId);
    await expectNew('check-wallet', { ...scan, max_age_seconds: 0 }, jobId);
  });

  test.each([-1, 301, 1.5, '60', null])('of %j is a 400', async (max_age_seconds) => {
    const bodies: [string, object][] = [
      ['mev/check-wallet', scan],
      ['mev/check-sandwich', { signatures: signatureIn(ALICES) }],
      ['mev/check-attacker', { attacker_address: address('mallory'), victim_address: address('alice') }],
      ['mev/validate-competition', { wallet_a: address('mallory'), wallet_b: address('alice') }],
      ['backfill-transaction', { signature: signatureIn(ALICES), account: address('alice') }],
    ];
    for (const [path, body] of bodies) {
      const answer = await post(`${api.url}/api/${path}`, { ...body, max_age_seconds });
      expect([path, answer.status, answer.body]).toEqual([
        path,
        400,
        expect.objectContaining({ details: [expect.stringMatching(/^max_age_seconds: .*0 to 300/)] }),
      ]);
    }
  });
});
