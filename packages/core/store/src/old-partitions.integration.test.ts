import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';

let store: TestStore;
let owner: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  owner = store.open('owner');
});
afterAll(() => store?.stop());

/** Names of the parts of each partition of `account_slots`. */
async function parts(): Promise<Record<string, string[]>> {
  const rows = await owner.read.queryRows<[string, string[]]>(
    `SELECT partition_id, groupArray(name) FROM system.parts
     WHERE active AND database = currentDatabase() AND table = 'account_slots' GROUP BY partition_id`,
    { timeoutMs: 10_000 },
  );
  return Object.fromEntries(rows);
}

test('a partition that gets no more parts becomes one part, with all its rows, and stays as it is', async () => {
  const [setting] = await owner.read.queryRows<[string]>(
    `SELECT extract(create_table_query, 'min_age_to_force_merge_seconds = ([0-9]+)') FROM system.tables
     WHERE database = currentDatabase() AND name = 'account_slots'`,
    { timeoutMs: 10_000 },
  );
  expect(setting).toEqual(['3600']);
  // An hour is long for a test.
  await owner.command({
    query: 'ALTER TABLE account_slots MODIFY SETTING min_age_to_force_merge_seconds = 2',
  });
  const slots = [32_768, 32_769, 32_770];
  const insert = async (inserted: readonly number[]): Promise<void> => {
    for (const slot of inserted)
      await owner.command({
        query: `INSERT INTO account_slots (account, slot, lock_count, version) VALUES (unhex('${'ab'.repeat(32)}'), ${slot}, 1, 5)`,
      });
  };
  const untilMerged = (partition: string) =>
    expect.poll(async () => (await parts())[partition]?.length, { timeout: 60_000, interval: 250 }).toBe(1);
  await insert(slots);
  expect((await parts())['1']).toHaveLength(slots.length);
  await untilMerged('1');
  const merged = (await parts())['1'];
  // Another partition ages and is merged meanwhile: by then this one would have been merged again.
  const others = slots.map((slot) => slot + 32_768);
  await insert(others);
  await untilMerged('2');
  expect((await parts())['1']).toEqual(merged);
  slots.push(...others);
  const rows = await owner.read.queryRows<[string]>(
    'SELECT toString(slot) FROM account_slots ORDER BY slot',
    {
      timeoutMs: 10_000,
    },
  );
  expect(rows.flat().map(Number)).toEqual(slots);
}, 90_000);
