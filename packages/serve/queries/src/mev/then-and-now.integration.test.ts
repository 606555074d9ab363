import type { Sandwich, Verdict } from '@tickscope/sandwich';
import { type SandwichWrite, writeSandwiches } from '@tickscope/store';
import { signatureAt } from '@tickscope/testkit/chain-of-trades';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { BLOCKS, NOW, THEN } from '@tickscope/testkit/then-and-now-chain';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { askCheck, askFastCheck } from '../testing/ask-checks.js';
import { askCompetition, askProfile, askScan } from '../testing/ask-wallets.js';
import { openTestDatabase } from '../testing/test-database.js';
import type { Incident } from './incidents.js';

const NEWEST = BLOCKS.at(-1)!.slot;
const [FIRST_BOT, FIRST_SCALP] = THEN as [Sandwich, Sandwich];

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

let store: TestStore;
let owner: TestConnection;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  owner = await store.fresh();
  await storeDetected(owner, BLOCKS);
  database = openTestDatabase(store);
});
afterAll(() => store?.stop());

async function checked(sandwich: Sandwich) {
  const { results } = await askFastCheck(database, [victimOf(sandwich)], 10);
  return results[0]!;
}

/** Confidence now, then, basis and intent of the sandwiches of an answer. */
const said = (incidents: readonly Pick<Incident, 'sandwich'>[]): unknown[] => [
  ...new Set(
    incidents.map(({ sandwich: { confidence, confidence_then: before, basis, intent, evidence } }) =>
      [confidence, before, basis, intent, evidence.includes('known_bot')].join(' '),
    ),
  ),
];
const NOW_A_BOT = ['exact suspected known_bot proven true'];

describe('a bot’s first sandwiches, suspected when they were found, count once it is known', () => {
  test('in the check of the stored ones and in that of any window', async () => {
    expect(FIRST_BOT).toMatchObject({ confidence: 'suspected', reason: 'round_trip' });
    const fast = await checked(FIRST_BOT);
    expect([fast.sandwich_detected, fast.verdict]).toEqual([true, 'sandwiched']);
    expect(said(fast.incidents)).toEqual(NOW_A_BOT);
    expect(fast.incidents.map(({ interaction_type: side }) => side)).toEqual([
      'sandwich_frontrun',
      'sandwich_backrun',
    ]);
    for (const window of [10, 40]) {
      const { results } = await askCheck(database, [victimOf(FIRST_BOT)], window);
      expect(said(results[0]!.incidents)).toEqual(NOW_A_BOT);
    }
  });

  test('in the scan of its victim, in its profile and in the comparison', async () => {
    const [bot, victim] = ['bot', 'victim of the bot'];
    const scan = await askScan(database, { wallet: victim });
    expect(scan.summary.total_sandwich_attacks).toBe(6);
    expect(scan.trades.flatMap(({ incidents }) => said(incidents))).toEqual([
      'exact exact known_bot proven true',
      ...Array(5).fill(NOW_A_BOT[0]),
    ]);
    const profile = await askProfile(database, { attacker: bot, victim });
    expect(profile.summary.total_sandwiches).toBe(6);
    const competition = await askCompetition(database, { a: victim, b: bot });
    expect(competition.summary.sandwiches).toBe(6);
  });
});

describe('a scalper’s first, counted when they were found, no longer do', () => {
  test('in no answer', async () => {
    expect(FIRST_SCALP).toMatchObject({ confidence: 'exact', basis: 'same_slot' });
    // The slots around the very first one are not stored.
    const fast = await checked(THEN[3]!);
    expect([fast.sandwich_detected, fast.verdict, fast.incidents]).toEqual([false, 'not_sandwiched', []]);
    const [scalper, victim] = ['scalper', 'victim of the scalper'];
    const scan = await askScan(database, { wallet: victim });
    expect(scan.summary.total_sandwich_attacks).toBe(0);
    const competition = await askCompetition(database, { a: victim, b: scalper });
    expect(competition.summary.sandwiches).toBe(0);
  });
});

test('the views of analysts say what the detector says with such a record', async () => {
  const rows = async (query: string): Promise<Record<string, unknown>[]> =>
    (await owner.query({ query, format: 'JSONEachRow' })).json();
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
test('a bot that loses a trip is none', async () => {
  const store = (sandwich: Sandwich): SandwichWrite => ({ kind: 'store', sandwich, isFinal: true });
  const [, , second, , third] = THEN as [Sandwich, Sandwich, Sandwich, Sandwich, Sandwich];
  const gone: SandwichWrite = { kind: 'retract', id: second.id, firstSlot: second.firstSlot };
  await writeSandwiches(owner, [gone]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(false);
  await writeSandwiches(owner, [store(second)]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(true);
  // The same sandwich by other wallets, and not sold whole.
  await writeSandwiches(owner, [
    store({ ...third, attackers: [address('mike')], linkAddress: address('mike') }),
  ]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(false);
  await writeSandwiches(owner, [store({ ...third, quantityRatio: 0.95 })]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(false);
  await writeSandwiches(owner, [store(third)]);
  expect((await checked(FIRST_BOT)).sandwich_detected).toBe(true);
});
