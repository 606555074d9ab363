import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openAccounts } from './accounts.js';
import { migrateAccounts, pendingAccountsMigrations } from './migrate.js';
import { startTestAccounts, type TestAccounts } from './testing/test-accounts.js';
import { AccountsUnavailableError } from './unavailable.js';

let database: TestAccounts;
beforeAll(async () => {
  database = await startTestAccounts();
});
afterAll(async () => database?.stop());
beforeEach(async () => {
  await database.asOwner('DROP SCHEMA IF EXISTS tickscope CASCADE');
});

const migrate = () => migrateAccounts(database.ownerUrl, { appRole: 'app' });
const versions = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('an empty database gets every table, and nothing is pending', async () => {
  const accounts = openAccounts(database.ownerUrl);
  try {
    expect(await pendingAccountsMigrations(accounts)).toEqual([
      '0001_accounts',
      '0002_jobs',
      '0003_keys_subscriptions',
      '0004_rate_windows',
      '0005_take_windows',
      '0006_job_freshness',
      '0007_webhooks',
      '0008_results_quickly_stored',
      '0009_turns',
      '0010_link_codes',
      '0011_expired_accounts',
      '0012_one_table_of_jobs',
    ]);
    const report = await migrate();
    expect(report.applied).toEqual(versions(report.latest));
    expect(await pendingAccountsMigrations(accounts)).toEqual([]);
  } finally {
    await accounts.close();
  }
});

test('a second run changes nothing and keeps the rows', async () => {
  await migrate();
  await database.asOwner("INSERT INTO tickscope.accounts (id) VALUES ('a')");
  expect((await migrate()).applied).toEqual([]);
  expect(await database.asOwner('SELECT id FROM tickscope.accounts')).toEqual([{ id: 'a' }]);
});

test('a large result is stored as it is where the server has no lz4, as the embedded one', async () => {
  await migrate();
  await database.asOwner("INSERT INTO tickscope.accounts (id) VALUES ('a')");
  const result = `{"trades":"${'a'.repeat(1_000_000)}"}`;
  await database.asOwner(
    `INSERT INTO tickscope.jobs (account, kind, lane, request, request_hash, state, started_at, finished_at, data)
     VALUES ('a', 'note', 'shared', '{}', '', 'completed', now(), now(), $1)`,
    [result],
  );
  expect(
    await database.asOwner('SELECT data, pg_column_compression(data) AS method FROM tickscope.jobs'),
  ).toEqual([{ data: result, method: null }]);
});

test('four processes that migrate an empty database at once take turns', async () => {
  const reports = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
  expect(reports.flatMap(({ applied }) => applied)).toEqual(versions(reports[0]!.latest));
});

test('a failed migration is rolled back', async () => {
  await database.asOwner('CREATE SCHEMA tickscope');
  await database.asOwner('CREATE TABLE tickscope.jobs (id int)');
  await expect(migrate()).rejects.toThrow(/already exists/);
  expect(await database.asOwner('SELECT version FROM tickscope.migrations')).toEqual([{ version: 1 }]);
  await database.asOwner('DROP TABLE tickscope.jobs');
  const { applied, latest } = await migrate();
  expect(applied).toEqual(versions(latest).slice(1));
});

test('a newer database and a changed file are refused', async () => {
  const { latest } = await migrate();
  await database.asOwner("UPDATE tickscope.migrations SET checksum = 'other' WHERE version = 1");
  await expect(migrate()).rejects.toThrow(/0001_accounts\.sql is not the file that was applied/);
  await database.asOwner("INSERT INTO tickscope.migrations VALUES ($1, 'from_the_future', '')", [latest + 1]);
  await expect(migrate()).rejects.toThrow(new RegExp(`at version ${latest + 1}, this build knows ${latest}`));
});

test('the API can write rows, but cannot change tables or the record of migrations', async () => {
  await migrate();
  const app = openAccounts(database.appUrl);
  try {
    await app.query("INSERT INTO tickscope.accounts (id) VALUES ('a')");
    await app.query("DELETE FROM tickscope.accounts WHERE id = 'a'");
    expect(await pendingAccountsMigrations(app)).toEqual([]);
    for (const statement of [
      'CREATE TABLE tickscope.t (a int)',
      'ALTER TABLE tickscope.accounts ADD a int',
      'DROP TABLE tickscope.jobs',
      'TRUNCATE tickscope.jobs',
      'DELETE FROM tickscope.migrations',
    ])
      await expect(app.query(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  } finally {
    await app.close();
  }
});

test('without a listener on the port, the error says unavailable', async () => {
  const nowhere = 'postgres://owner:x@127.0.0.1:1/tickscope';
  await expect(migrateAccounts(nowhere)).rejects.toBeInstanceOf(AccountsUnavailableError);
  const accounts = openAccounts(nowhere);
  await expect(accounts.query('SELECT 1')).rejects.toBeInstanceOf(AccountsUnavailableError);
  await accounts.close();
});
