import { setTimeout as sleep } from 'node:timers/promises';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, TEST_DATABASE, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore } from './connection/open-store.js';
import { migrate, pendingMigrations } from './migrate.js';
import { TABLE_COLUMNS } from './writer/tables.js';

let store: TestStore;
let client: TestConnection;
beforeAll(async () => {
  store = await startTestStore();
  client = store.open('owner');
});
afterAll(async () => store?.stop());
beforeEach(async () => store.drop());

const ask = <Row extends readonly unknown[]>(sql: string): Promise<Row[]> =>
  client.read.queryRows<Row>(sql, { timeoutMs: 10_000 });
const tables = async (): Promise<string[]> =>
  (
    await ask<[string]>('SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name')
  ).map(([name]) => name);

const TABLES = [
  ...['account_activity', 'account_locks', 'account_locks_text', 'account_slots', 'entries', 'entries_text'],
  ...['gaps', 'migrations', 'signatures', 'slots', 'slots_text', 'transactions', 'transactions_text'],
];

test('a fresh database gets every table, and nothing is pending', async () => {
  const report = await migrate(client);
  expect(report.applied).toEqual(Array.from({ length: report.latest }, (_, index) => index + 1));
  expect(await tables()).toEqual(expect.arrayContaining(TABLES));
  expect(await tables()).not.toContain('migration_lock');
  expect(await pendingMigrations(client.read)).toEqual([]);
});

test('a second run changes nothing and keeps the rows', async () => {
  await migrate(client);
  await client.command({
    query: "INSERT INTO gaps (from_slot, to_slot, cause, state, detail, tries) VALUES (1, 1, 'x', 1, '', 0)",
  });
  expect((await migrate(client)).applied).toEqual([]);
  expect(await ask('SELECT count() FROM gaps')).toEqual([['1']]);
});

test('two processes that migrate an empty server at once take turns', async () => {
  for (let round = 0; round < 10; round += 1) {
    await store.drop();
    const reports = await Promise.all([migrate(client), migrate(client)]);
    const { latest } = reports[0]!;
    const applied = reports.flatMap((report) => report.applied);
    expect(applied).toEqual(Array.from({ length: latest }, (_, index) => index + 1));
    expect(await ask('SELECT count() FROM migrations')).toEqual([[String(latest)]]);
    expect(await tables()).not.toContain('migration_lock');
  }
});

test('the lock of a process that died is taken over, that of a living one is waited for', async () => {
  await client.command({
    query: `CREATE DATABASE ${TEST_DATABASE}`,
    http_headers: { 'X-ClickHouse-Database': 'default' },
  });
  await client.command({ query: 'CREATE TABLE migration_lock (at DateTime) ENGINE = Memory' });
  let isDone = false;
  const migrating = migrate(client, { staleLockMs: 3_000 }).then((report) => {
    isDone = true;
    return report;
  });
  await sleep(1_000);
  expect(isDone).toBe(false);
  expect((await migrating).applied).not.toEqual([]);
  expect(await tables()).not.toContain('migration_lock');
});

test('renewing the lock moves the time from which its age counts', async () => {
  await client.command({
    query: `CREATE DATABASE ${TEST_DATABASE}`,
    http_headers: { 'X-ClickHouse-Database': 'default' },
  });
  await client.command({ query: 'CREATE TABLE migration_lock (at DateTime) ENGINE = Memory' });
  const renewed = async (): Promise<string> =>
    (
      await ask<[string]>(
        "SELECT metadata_modification_time FROM system.tables WHERE database = currentDatabase() AND name = 'migration_lock'",
      )
    )[0]![0];
  const before = await renewed();
  await sleep(1_100);
  await client.command({ query: "ALTER TABLE migration_lock MODIFY COMMENT '1'" });
  expect(await renewed()).not.toBe(before);
});

test('a database newer than this build is refused and left alone', async () => {
  const { latest } = await migrate(client);
  await client.command({
    query: `INSERT INTO migrations (version, name) VALUES (${latest + 1}, 'from_the_future')`,
  });
  await expect(migrate(client)).rejects.toThrow(
    new RegExp(`is at version ${latest + 1}, this build knows ${latest}`),
  );
  expect(await tables()).not.toContain('migration_lock');
});

test('every statement can be run again: a process may die after any of them', async () => {
  const { latest } = await migrate(client);
  const before = await tables();
  await client.command({ query: 'TRUNCATE TABLE migrations' });
  expect((await pendingMigrations(client.read)).length).toBe(latest);
  expect((await migrate(client)).applied.length).toBe(latest);
  expect(await tables()).toEqual(before);
});

test('swaps stored before their limits were have none, and are not inferred', async () => {
  await migrate(client);
  // As migration 16 left it.
  const limits = ['least_out', 'most_in', 'route_least_out', 'route_most_in', 'route_quoted'];
  const columns = [...limits, 'route_program', 'route_inner_index', 'route_mint', 'inferred'];
  await client.command({
    query: `ALTER TABLE swaps ${columns.map((name) => `DROP COLUMN ${name}`).join(', ')}`,
  });
  for (const table of ['fills', 'rebates', 'unknown_frames'])
    await client.command({ query: `DROP TABLE ${table} SYNC` });
  for (const view of ['fills_text', 'rebates_text', 'unknown_swaps'])
    await client.command({ query: `DROP VIEW ${view}` });
  await client.command({
    query: 'ALTER TABLE migrations DELETE WHERE version >= 17 SETTINGS mutations_sync = 2',
  });
  await client.command({ query: 'INSERT INTO swaps (slot, success, pool_in) VALUES (5, true, 9)' });

  expect((await migrate(client)).applied).toContain(17);
  expect(await ask(`SELECT slot, pool_in, ${columns.join(', ')} FROM swaps_text`)).toEqual([
    ['5', '9', ...columns.slice(0, -1).map(() => null), false],
  ]);
  expect(await tables()).toEqual(expect.arrayContaining(['fills', 'rebates', 'unknown_frames']));
});

test('a name that is not an identifier never reaches the server', async () => {
  const {
    CLICKHOUSE_URL: url = '',
    CLICKHOUSE_USER: user = '',
    CLICKHOUSE_PASSWORD: password = '',
  } = store.environment('owner');
  const database = 'a; DROP DATABASE tickscope';
  const misnamed = openStore({ url, user, password, database, application: 'test' });
  await expect(migrate(misnamed)).rejects.toThrow(/not a database name/);
  await misnamed.close();
});

test('the writer names every column that the database does not fill itself', async () => {
  await migrate(client);
  for (const [table, written] of Object.entries(TABLE_COLUMNS)) {
    const columns = await ask<[string]>(
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' AND default_kind = '' ORDER BY position`,
    );
    expect([...written]).toEqual(columns.map(([name]) => name));
  }
});
