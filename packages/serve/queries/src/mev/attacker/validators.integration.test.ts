import { pubkeyFromBase58 } from '@tickscope/chain';
import { leaderOf, makeBusyChain, NEWEST } from '@tickscope/testkit/busy-chain';
import type { ExpectedIncident } from '@tickscope/testkit/expected-sandwiches';
import { expectedTrades } from '@tickscope/testkit/expected-trades';
import { storeDetected } from '@tickscope/testkit/store/store-detected';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { address } from '@tickscope/testkit/traded-block';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../database.js';
import { askProfile } from '../../testing/ask-wallets.js';
import { openTestDatabase } from '../../testing/test-database.js';

const blocks = makeBusyChain();
/**
 * Slots whose scheduled leader differs from the fee reward, as when rewards go to a collector; other slots have
 * no schedule.
 */
const SCHEDULED = address('scheduled leader');
const isScheduled = (slot: number): boolean => slot % 3 === 0;
/** From this slot on the scheduled leader runs another client. */
const CHANGED_AT = NEWEST - 100;

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  const owner = await store.fresh();
  await storeDetected(owner, blocks);
  database = openTestDatabase(store);
  const key = (text: string): string => `unhex('${Buffer.from(pubkeyFromBase58(text)).toString('hex')}')`;
  const scheduled = blocks.map(({ slot }) => slot).filter(isScheduled);
  const insert = (text: string) => owner.command({ query: `INSERT INTO ${text}` });
  await insert(
    `leaders (slot, identity) VALUES ${scheduled.map((slot) => `(${slot}, ${key(SCHEDULED)})`).join(', ')}`,
  );
  await insert(`validators (identity, valid_from_slot, client, version) VALUES
    (${key(SCHEDULED)}, 1, 'Agave', '4.2.0'), (${key(SCHEDULED)}, ${CHANGED_AT}, 'JitoLabs', '4.2.0')`);
});
afterAll(() => store?.stop());

test('groups sandwiches by the scheduled leader of the victim’s slot and by the client it then ran', async () => {
  const { by_validator } = await askProfile(database, { attacker: 'mallory', victim: 'alice' });
  const first = new Map<string, ExpectedIncident>();
  for (const incident of expectedTrades(blocks, address('alice'), 1, 4)
    .flatMap(({ incidents }) => incidents)
    .filter((it) => it.attacker === address('mallory') && it.success)
    .sort((a, b) => a.victim.slot - b.victim.slot))
    if (!first.has(incident.sandwich.id)) first.set(incident.sandwich.id, incident);
  const expected = new Map<string, number>();
  for (const { victim } of first.values()) {
    const client = isScheduled(victim.slot) ? (victim.slot >= CHANGED_AT ? 'JitoLabs' : 'Agave') : null;
    const leader = isScheduled(victim.slot) ? SCHEDULED : leaderOf(victim.slot);
    const row = `${leader}/${client}`;
    expected.set(row, (expected.get(row) ?? 0) + 1);
  }
  expect(new Map(by_validator.map((it) => [`${it.leader_pubkey}/${it.client_type}`, it.count]))).toEqual(
    expected,
  );
  expect([...expected.keys()]).toEqual(
    expect.arrayContaining([`${SCHEDULED}/Agave`, `${SCHEDULED}/JitoLabs`]),
  );
});
