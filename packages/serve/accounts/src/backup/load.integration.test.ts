import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateAccounts } from '../migrate.js';
import { startTestAccounts, type TestAccounts } from '../testing/test-accounts.js';
import { dumpAccounts } from './dump.js';
import { loadAccounts } from './load.js';
import type { AccountsDump } from './types.js';

/** The last version beside which stood a schema with ids of startable jobs. */
const WITH_QUEUE = 11;

let database: TestAccounts;
let folder: string;
let dump: AccountsDump;
beforeAll(async () => {
  database = await startTestAccounts();
  folder = await mkdtemp(join(tmpdir(), 'tickscope-accounts-'));
  await becomeFormer();
  await database.asOwner("INSERT INTO tickscope.accounts (id) VALUES ('a')");
  await database.asOwner(
    `INSERT INTO tickscope.jobs (account, kind, lane, request, request_hash, state, is_admitted, lease_ends_at) VALUES
     ('a', 'check-wallet', 'shared', '{"n":1}', '1', 'queued', true, NULL),
     ('a', 'check-wallet', 'shared', '{"n":2}', '2', 'active', false, now())`,
  );
  dump = await dumpAccounts(database.ownerUrl, { folder });
});
afterAll(async () => {
  await database?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

/** Empties the database, and makes it one of the version before. */
async function becomeFormer(): Promise<void> {
  await database.asOwner('DROP SCHEMA IF EXISTS tickscope, tickscope_queue CASCADE');
  await database.asOwner('CREATE SCHEMA tickscope_queue');
  await database.asOwner('CREATE TABLE tickscope_queue.job (id uuid)');
  await database.asOwner('GRANT USAGE ON SCHEMA tickscope_queue TO app');
  await migrateAccounts(database.ownerUrl, { appRole: 'app', upToVersion: WITH_QUEUE });
}

const load = () => loadAccounts(database.ownerUrl, { folder, dump, migrations: { appRole: 'app' } });
const hasQueue = async () =>
  (await database.asOwner("SELECT 1 FROM pg_namespace WHERE nspname = 'tickscope_queue'")).length > 0;
const jobs = () =>
  database.asOwner('SELECT request, state, is_admitted FROM tickscope.jobs ORDER BY request_hash');

test('a backup with open jobs, made beside the former queue, is restored over such a database and over a new one', async () => {
  expect(dump.version).toBe(WITH_QUEUE);
  const waiting = [
    { request: '{"n":1}', state: 'queued', is_admitted: false },
    { request: '{"n":2}', state: 'queued', is_admitted: false },
  ];
  await database.asOwner('DELETE FROM tickscope.jobs');
  await load();
  expect(await jobs()).toEqual(waiting);
  expect(await hasQueue()).toBe(false);

  await database.asOwner('DELETE FROM tickscope.jobs');
  await load();
  expect(await jobs()).toEqual(waiting);
});

test('the former queue goes when its database is migrated, and the jobs stay', async () => {
  await becomeFormer();
  await database.asOwner("INSERT INTO tickscope.accounts (id) VALUES ('a')");
  await database.asOwner(
    "INSERT INTO tickscope.jobs (account, kind, lane, request, request_hash) VALUES ('a', 'check-wallet', 'shared', '{}', '')",
  );
  expect((await migrateAccounts(database.ownerUrl, { appRole: 'app' })).applied).toEqual([WITH_QUEUE + 1]);
  expect(await hasQueue()).toBe(false);
  expect(await jobs()).toEqual([{ request: '{}', state: 'queued', is_admitted: false }]);
});
