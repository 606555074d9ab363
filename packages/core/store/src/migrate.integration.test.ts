import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { TEST_DATABASE } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStore } from './connection/open-store.js';
import type { ReadConnection } from './connection/read-connection.js';
import { migrate, OtherSchemaError, pendingMigrations } from './migrate.js';
import { readMigrations } from './migration-files.js';
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

const VERSIONS = readMigrations().map(({ version }) => version);
const TABLES = [
  ...['account_activity', 'account_locks_text', 'account_slots', 'entries', 'entries_text'],
  ...['gaps', 'schema_versions', 'signatures', 'slots', 'slots_text', 'transactions', 'transactions_text'],
];

test('a fresh database gets every table, and nothing is pending', async () => {
  const report = await migrate(client);
  expect(report).toEqual({ applied: VERSIONS, latest: VERSIONS.at(-1) });
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
  for (let round = 0; round < 3; round += 1) {
    await store.drop();
    const reports = await Promise.all([migrate(client), migrate(client)]);
    expect(reports.flatMap((report) => report.applied)).toEqual(VERSIONS);
    expect(await ask('SELECT count() FROM schema_versions FINAL')).toEqual([[String(VERSIONS.length)]]);
    expect(await tables()).not.toContain('migration_lock');
  }
});

test('the lock of a process that died is taken over, that of a living one is waited for', async () => {
  await client.command({
    query: `CREATE DATABASE ${TEST_DATABASE}`,
    http_headers: { 'X-ClickHouse-Database': 'default' },
  });
  await client.command({ query: 'CREATE TABLE migration_lock (at DateTime) ENGINE = Memory' });
  const looked: string[] = [];
  const read: ReadConnection = {
    queryRows(sql, options) {
      if (sql.includes('metadata_modification_time')) looked.push(sql);
      return client.read.queryRows(sql, options);
    },
  };
  const stop = new Error('the test has seen enough');
  const waiting = migrate({
    read,
    administer: {
      ...client.administer,
      execute(statement, options) {
        // It tries again to take the lock after each look at its age.
        if (looked.length >= 3) throw stop;
        return client.administer.execute(statement, options);
      },
    },
  });
  await expect(waiting).rejects.toBe(stop);
  expect(await tables()).toEqual(['migration_lock', 'schema_versions']);
  expect((await migrate(client, { staleLockMs: 0 })).applied).toEqual(VERSIONS);
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
  let times = 0;
  const renew = async (): Promise<string> => {
    times += 1;
    await client.command({ query: `ALTER TABLE migration_lock MODIFY COMMENT '${times}'` });
    return await renewed();
  };
  // The time is in whole seconds.
  await expect.poll(renew, { timeout: 60_000, interval: 100 }).not.toBe(before);
});

test('a database newer than this build is refused and left alone', async () => {
  const { latest } = await migrate(client);
  await client.command({
    query: `INSERT INTO schema_versions (version, name, is_complete) VALUES (${latest + 1}, 'from_the_future', 1)`,
  });
  await expect(migrate(client)).rejects.toThrow(
    new RegExp(`is at version ${latest + 1}, this build knows ${latest}`),
  );
  expect(await tables()).not.toContain('migration_lock');
});

/** Ends a migration after some of its statements, as a kill would. */
async function migrateInPart(statements: number): Promise<void> {
  const killed = new Error('killed');
  let left = statements;
  const execute: typeof client.administer.execute = async (statement, options) => {
    if (
      /^(--.*\n|\s)*CREATE (TABLE IF NOT EXISTS (?!schema_versions)|OR REPLACE VIEW|MATERIALIZED)/.test(
        statement,
      )
    ) {
      if (left === 0) throw killed;
      left -= 1;
    }
    await client.administer.execute(statement, options);
  };
  const dying = { read: client.read, administer: { ...client.administer, execute } };
  await expect(migrate(dying)).rejects.toBe(killed);
}

test('a process may die after any statement: the next one makes the rest', async () => {
  await migrate(client);
  const whole = await tables();
  for (const statements of [0, 1, 20, whole.length - 2]) {
    await store.drop();
    await migrateInPart(statements);
    expect(await pendingMigrations(client.read)).toEqual(VERSIONS);
    expect((await migrate(client)).applied).toEqual(VERSIONS);
    expect(await tables()).toEqual(whole);
    expect(await pendingMigrations(client.read)).toEqual([]);
  }
});

describe('a store of another build is refused with what to do, and left alone', () => {
  const refusal =
    /another build of Tickscope.*Move ClickHouse's data folder away.*Postgres \(keys, subscriptions, webhooks\) stays/;

  async function expectRefused(): Promise<void> {
    const before = await tables();
    const error = await migrate(client).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OtherSchemaError);
    expect((error as Error).message).toMatch(refusal);
    expect(await pendingMigrations(client.read)).toEqual(VERSIONS);
    expect(await tables()).toEqual(before);
  }

  test('whose tables were edited since', async () => {
    await migrate(client);
    await client.command({
      query: "INSERT INTO schema_versions SELECT * REPLACE ('0f' AS hash) FROM schema_versions FINAL",
    });
    await client.command({ query: 'OPTIMIZE TABLE schema_versions FINAL' });
    await expectRefused();
  });

  test('that died in the middle', async () => {
    await migrateInPart(3);
    await client.command({
      query: "INSERT INTO schema_versions (version, hash, is_complete) VALUES (1, '0f', 0)",
    });
    await client.command({ query: 'OPTIMIZE TABLE schema_versions FINAL' });
    await expectRefused();
  });

  test('that kept no hash of its tables', async () => {
    await migrate(client);
    await client.command({ query: 'DROP TABLE schema_versions SYNC' });
    await expectRefused();
  });
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
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' AND default_kind IN ('', 'DEFAULT') AND name != 'inserted_at' ORDER BY position`,
    );
    expect([...written]).toEqual(columns.map(([name]) => name));
  }
});
