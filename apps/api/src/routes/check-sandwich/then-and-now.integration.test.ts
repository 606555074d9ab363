import { redetect } from '@tickscope/pipeline';
import type { Sandwich, Verdict } from '@tickscope/sandwich';
import type { components } from '@tickscope/schemas';
import { BlockWriter, type SandwichWrite, writeSandwiches } from '@tickscope/store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signatureAt } from '../../testing/chain-of-trades.js';
import { type JobsUnderTest, startJobsUnderTest } from '../../testing/jobs-under-test.js';
import { markDetected } from '../../testing/mark-detected.js';
import { post } from '../../testing/request.js';
import { BLOCKS, NOW, THEN } from '../../testing/then-and-now-chain.js';
import { openStream } from '../mev-stream/testing/stream-client.js';

type Schemas = components['schemas'];

const NEWEST = BLOCKS.at(-1)!.slot;
const [FIRST_BOT, FIRST_SCALP] = THEN as [Sandwich, Sandwich];
const isBots = ({ attackers }: Sandwich): boolean => attackers.includes(address('bot'));

const victimOf = ({ victims }: Sandwich): string => {
  const { slot, blockIndex } = victims[0]!.swap;
  return signatureAt(BLOCKS, slot, blockIndex);
};
const verdictOf = ({ confidence, reason, basis, intent }: Verdict): Verdict => ({
  confidence,
  reason,
  basis,
  intent,
});

let api: JobsUnderTest;
/** The end of the feed before anything was detected. */
let beginning: string;
beforeAll(async () => {
  api = await startJobsUnderTest({}, { liveFeed: { pollMs: 50 } });
  await new BlockWriter(api.owner).write(BLOCKS);
  const stream = await openStream(`${api.url}/api/mev/stream`);
  await stream.until(({ lastEventId }) => lastEventId !== '');
  beginning = stream.lastEventId;
  stream.close();
  await redetect(api.owner, { fromSlot: BLOCKS[0]!.slot, toSlot: NEWEST, headSlot: NEWEST });
  await markDetected(api.owner);
});
afterAll(() => api?.stop());

async function checked(sandwich: Sandwich): Promise<Schemas['SandwichCheck']> {
  const { body } = await post(`${api.url}/api/mev/check-sandwich-fast`, {
    signatures: [victimOf(sandwich)],
    slot_range: 10,
  });
  return (body as { data: Schemas['SandwichChecks'] }).data.results[0]!;
}

/** Confidence now, then, basis and intent of the sandwiches of an answer. */
const said = (incidents: readonly { sandwich: Schemas['SandwichEvidence'] }[]): unknown[] => [
  ...new Set(
    incidents.map(({ sandwich: { confidence, confidence_then: before, basis, intent, evidence } }) =>
      [confidence, before, basis, intent, evidence.includes('known_bot')].join(' '),
    ),
  ),
];
const NOW_A_BOT = ['exact suspected known_bot proven true'];

describe('a bot’s first sandwiches, suspected when they were found, count once it is known', () => {
  test('in the fast check and in the job', async () => {
    expect(FIRST_BOT).toMatchObject({ confidence: 'suspected', reason: 'round_trip' });
    const fast = await checked(FIRST_BOT);
    expect([fast.sandwich_detected, fast.verdict]).toEqual([true, 'sandwiched']);
    expect(said(fast.incidents)).toEqual(NOW_A_BOT);
    expect(fast.incidents.map(({ interaction_type: side }) => side)).toEqual([
      'sandwich_frontrun',
      'sandwich_backrun',
    ]);
    for (const window of [10, 40]) {
      const job = await api.result<Schemas['SandwichChecks']>('check-sandwich', {
        signatures: [victimOf(FIRST_BOT)],
        slot_range: window,
      });
      expect(said(job.results[0]!.incidents)).toEqual(NOW_A_BOT);
    }
  });

  test('in the scan of its victim, in its profile and in the comparison', async () => {
    const [bot, victim] = [address('bot'), address('victim of the bot')];
    const scan = await api.result<Schemas['WalletScan']>('check-wallet', { wallet_address: victim });
    expect(scan.summary.total_sandwich_attacks).toBe(6);
    expect(scan.trades.flatMap(({ incidents }) => said(incidents))).toEqual([
      'exact exact known_bot proven true',
      ...Array(5).fill(NOW_A_BOT[0]),
    ]);
    const profile = await api.result<Schemas['AttackerProfile']>('check-attacker', {
      attacker_address: bot,
      victim_address: victim,
    });
    expect(profile.summary.total_sandwiches).toBe(6);
    const competition = await api.result<Schemas['Competition']>('validate-competition', {
      wallet_a: victim,
      wallet_b: bot,
    });
    expect(competition.summary.sandwiches).toBe(6);
  });
});

describe('a scalper’s first, counted when they were found, no longer do', () => {
  test('in no answer', async () => {
    expect(FIRST_SCALP).toMatchObject({ confidence: 'exact', basis: 'same_slot' });
    // The slots around the very first one are not stored.
    const fast = await checked(THEN[3]!);
    expect([fast.sandwich_detected, fast.verdict, fast.incidents]).toEqual([false, 'not_sandwiched', []]);
    const [scalper, victim] = [address('scalper'), address('victim of the scalper')];
    const scan = await api.result<Schemas['WalletScan']>('check-wallet', { wallet_address: victim });
    expect(scan.summary.total_sandwich_attacks).toBe(0);
    const competition = await api.result<Schemas['Competition']>('validate-competition', {
      wallet_a: victim,
      wallet_b: scalper,
    });
    expect(competition.summary.sandwiches).toBe(0);
  });
});

describe('the feed, read afterwards', () => {
  const facts = ({ id, confidence, reason, intent }: Sandwich): unknown[] => {
    const before = THEN.find((one) => one.id === id)!;
    return [id, confidence, before.confidence, reason, intent];
  };
  const expectEvents = async (query: string, expected: readonly Sandwich[]): Promise<void> => {
    const all = `?confidence=exact,loose,suspected${query}`;
    const stream = await openStream(`${api.url}/api/mev/stream${all}`, beginning);
    const events = await stream.first(expected.length);
    stream.close();
    const read = events.map(({ sandwich }) =>
      ['id', 'confidence', 'confidence_then', 'reason', 'intent'].map((name) => sandwich[name as 'id']),
    );
    expect(new Set(read)).toEqual(new Set(expected.map(facts)));
  };

  test('gives the verdict as of now, and the one of then', () => expectEvents('', NOW));

  test('is filtered by intent, as of now or of then', async () => {
    const wasLikely = NOW.filter((_, at) => THEN[at]!.intent === 'likely');
    await expectEvents('&intent=likely', wasLikely);
    await expectEvents('&intent=proven', NOW.filter(isBots));
    await expectEvents('&intent=likely,proven', NOW);
    await expectEvents(
      `&intent=likely&attacker=${address('scalper')}`,
      NOW.filter((one) => !isBots(one)),
    );
  });
});

test('the views of analysts say what the detector says with such a record', async () => {
  const rows = async (query: string): Promise<Record<string, unknown>[]> =>
    (await api.owner.query({ query, format: 'JSONEachRow' })).json();
  const facts = 'bracket_id AS id, confidence, reason, basis, intent';
  expect(await rows(`SELECT ${facts} FROM sandwiches_text ORDER BY sandwiches_text.first_slot, id`)).toEqual(
    NOW.map((sandwich) => ({ id: sandwich.id, ...verdictOf(sandwich) })),
  );
  const [from, to] = [BLOCKS[0]!.slot, NEWEST];
  expect(
    await rows(
      `SELECT attacker, toUInt32(sandwiches) AS sandwiches, toUInt32(victims) AS victims FROM sandwich_attackers(from_slot = ${from}, to_slot = ${to})`,
    ),
  ).toEqual([{ attacker: address('bot'), sandwiches: 6, victims: 6 }]);
  expect(
    await rows(
      `SELECT toUInt32(count()) AS victims FROM sandwich_victims(from_slot = ${from}, to_slot = ${to})`,
    ),
  ).toEqual([{ victims: 6 }]);
  expect(
    await rows(
      'SELECT address, toUInt32(hour) AS hour, toUInt32(trips) AS trips, toUInt32(gained) AS gained, toUInt32(aimed) AS aimed, toUInt32(pools) AS pools FROM actor_records ORDER BY aimed',
    ),
  ).toEqual([
    { address: address('scalper'), hour: 2, trips: 6, gained: 6, aimed: 0, pools: 6 },
    { address: address('bot'), hour: 2, trips: 6, gained: 6, aimed: 6, pools: 6 },
  ]);
});

// The last test: it changes what is stored.
test('a row of an older version keeps its verdict, and a bot that loses a trip is none', async () => {
  const store = (sandwich: Sandwich): SandwichWrite => ({ kind: 'store', sandwich, isFinal: true });
  await api.owner.command({
    query: `INSERT INTO sandwiches
      SELECT * REPLACE ('' AS if_unknown, '' AS if_known_bot, '' AS if_scalper, toUInt32(revision + 2) AS revision)
      FROM sandwiches FINAL WHERE bracket_id = '${FIRST_SCALP.id}'`,
  });
  expect(said((await checked(FIRST_SCALP)).incidents)).toEqual(['exact exact same_slot likely false']);

  const [, , second, , third] = THEN as [Sandwich, Sandwich, Sandwich, Sandwich, Sandwich];
  const gone: SandwichWrite = { kind: 'retract', id: second.id, firstSlot: second.firstSlot };
  await writeSandwiches(api.owner, [gone]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(false);
  await writeSandwiches(api.owner, [store(second)]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(true);
  // The same sandwich by other wallets, and not sold whole.
  await writeSandwiches(api.owner, [
    store({ ...third, attackers: [address('mike')], linkAddress: address('mike') }),
  ]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(false);
  await writeSandwiches(api.owner, [store({ ...third, quantityRatio: 0.95 })]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(false);
  await writeSandwiches(api.owner, [store(third)]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(true);
});
