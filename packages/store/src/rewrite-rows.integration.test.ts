import { startTestCluster, type TestCluster } from '@tickscope/testkit/store/test-cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.js';
import { readMigrations } from './migration-files.js';

/** Computes columns of `account_slots` from others, which the next migration drops. */
const REWRITE = 31;
const TIMEOUT = { timeoutMs: 30_000 };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await startTestCluster(2, { isMigrated: false });
}, 120_000);
afterAll(async () => cluster?.stop());

test('a migration that died after one of two servers had begun to rewrite its rows is taken up on both', async () => {
  const { administer } = cluster.store;
  await migrate(cluster.store, { upTo: REWRITE - 1 });
  const shards = administer.places.filter(({ isShard }) => isShard);
  for (const { execute, server } of shards)
    await execute(
      `INSERT INTO account_slots (account, slot, first_poh_tick, last_poh_tick)
       VALUES (toFixedString('account of ${server}', 32), 1000, 64007, 64012)`,
      TIMEOUT,
    );
  const { statements } = readMigrations().find(({ version }) => version === REWRITE)!;
  const [addColumns, rewrite] = statements as [string, string];
  expect(rewrite).toMatch(/MATERIALIZE COLUMN first_tick/);
  await administer.execute(addColumns, TIMEOUT);
  await shards.at(-1)!.execute(rewrite, TIMEOUT);

  await migrate(cluster.store, { mayRewrite: true });
  for (const { read, server } of shards)
    expect(
      await read.queryRows(
        `SELECT toStringCutToZero(account), slot, first_tick, tick_span FROM account_slots`,
        TIMEOUT,
      ),
    ).toEqual([[`account of ${server}`, '1000', 7, 5]]);
});
