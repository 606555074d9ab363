import { address, ChainRows, type TestKey } from '@tickscope/testkit/store/chain-rows';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../database.js';
import { openTestDatabase } from '../testing/test-database.js';
import { readStoredSlots } from '../transactions/stored-slots.js';
import { readValidatorsAt } from './validator-snapshots.js';

const context = { id: 'test', signal: new AbortController().signal };
const [leader, collector] = [address('leader'), address('collector')];

let store: TestStore;
let database: Database;
beforeAll(async () => {
  store = await startTestStore();
  const owner = await store.fresh();
  database = openTestDatabase(store);
  for (const slot of [1_000, 2_000, 3_000, 4_000])
    await new ChainRows(owner).slots({ slot, leader: collector });
  const at = (key: TestKey): string => `unhex('${key.hex}')`;
  const insert = (text: string) => owner.command({ query: `INSERT INTO ${text}` });
  // Slot 4000 has no known schedule.
  await insert(
    `leaders (slot, identity) VALUES (1000, ${at(leader)}), (2000, ${at(leader)}), (3000, ${at(leader)})`,
  );
  // The schedule was read twice: the newer reading counts, whichever is stored first.
  await insert(
    `leaders (slot, identity, observed_at) VALUES (3000, ${at(address('another'))}, now64(3) - 100)`,
  );
  await insert(`validators (identity, valid_from_slot, client, version, name) VALUES
    (${at(leader)}, 1500, 'Agave', '4.2.0', NULL),
    (${at(leader)}, 2000, 'Firedancer', '1.0.0', 'Old Name'),
    (${at(leader)}, 2500, NULL, NULL, 'New Name'),
    (${at(address('another'))}, 10, 'Sig', '0.1.0', 'Another')`);
});
afterAll(() => store?.stop());

/** The leader of a stored slot, and what it ran and was called then. */
async function leaderAt(slot: number) {
  const identity = (await readStoredSlots(database, [slot], context)).get(slot)!;
  return { leader: identity, ...(await readValidatorsAt(database, [identity], context))(identity, slot) };
}

test.each([
  // Before the first snapshot: the earliest snapshot that has the fact.
  [1_000, 'Agave', '4.2.0', 'Old Name'],
  // From its own slot on.
  [2_000, 'Firedancer', '1.0.0', 'Old Name'],
  // A snapshot without a fact does not remove it.
  [3_000, 'Firedancer', '1.0.0', 'New Name'],
])(
  'at slot %i the leader by the schedule ran %s %s and was called %s',
  async (slot, client, version, name) => {
    expect(await leaderAt(slot)).toMatchObject({ leader: leader.base58, client, version, name });
  },
);

test('without a schedule the fee reward names the leader, also one without a snapshot', async () => {
  expect(await leaderAt(4_000)).toMatchObject({
    leader: collector.base58,
    client: null,
    version: null,
    name: null,
  });
});
