import { setTimeout as sleep } from 'node:timers/promises';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, TEST_DATABASE, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openStore } from './connection/open-store.js';
import { type MigrationProgress, migrate, pendingMigrations, RewriteRefusedError } from './migrate.js';
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
  ...['account_activity', 'account_locks', 'account_locks_text', 'account_slots', 'entries', 'entries_text'],
  ...['gaps', 'migrations', 'signatures', 'slots', 'slots_text', 'transactions', 'transactions_text'],
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
  for (let round = 0; round < 10; round += 1) {
    await store.drop();
    const reports = await Promise.all([migrate(client), migrate(client)]);
    expect(reports.flatMap((report) => report.applied)).toEqual(VERSIONS);
    expect(await ask('SELECT count() FROM migrations')).toEqual([[String(VERSIONS.length)]]);
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

test('every migration can be run again: a process may die after any of its statements', async () => {
  for (const [at, version] of VERSIONS.entries()) {
    expect((await migrate(client, { upTo: version })).applied).toEqual([version]);
    const before = await tables();
    await client.command({ query: 'TRUNCATE TABLE migrations' });
    const done = VERSIONS.slice(0, at).map((earlier) => `(${earlier}, '')`);
    if (at > 0)
      await client.command({ query: `INSERT INTO migrations (version, name) VALUES ${done.join(', ')}` });
    expect((await migrate(client, { upTo: version })).applied).toEqual([version]);
    expect(await tables()).toEqual(before);
  }
  expect(await pendingMigrations(client.read)).toEqual([]);
});

test('swaps stored before their limits were have none, and are not inferred', async () => {
  await migrate(client, { upTo: 16 });
  await client.command({ query: 'INSERT INTO swaps (slot, success, pool_in) VALUES (5, true, 9)' });
  await migrate(client);
  const limits = ['least_out', 'most_in', 'route_least_out', 'route_most_in', 'route_quoted'];
  const columns = [...limits, 'route_program', 'route_inner_index', 'route_mint', 'inferred'];
  expect(await ask(`SELECT slot, pool_in, ${columns.join(', ')} FROM swaps_text`)).toEqual([
    ['5', '9', ...columns.slice(0, -1).map(() => null), false],
  ]);
  expect(await tables()).toEqual(expect.arrayContaining(['fills', 'rebates', 'unknown_frames']));
});

/** The last version of the tables with a signature in `swaps` and whole ticks in `account_slots`. */
const BEFORE_REWRITES = 28;
const KEY = (byte: string) => `unhex('${byte.repeat(32)}')`;
const SIGNATURE = (byte: string) => `unhex('${byte.repeat(64)}')`;

const TICKS = 'SELECT hex(account), first_poh_tick, last_poh_tick FROM account_slots ORDER BY account';

async function storeOfFormerBuild(): Promise<void> {
  await migrate(client, { upTo: BEFORE_REWRITES });
  const swap = (index: number, trader: string): string =>
    `(${KEY('aa')}, 7, ${index}, 0, -1, 0, ${SIGNATURE(trader)}, true, ${KEY(trader)})`;
  const columns = 'slot, block_index, outer_index, inner_index, part_index, signature, success';
  for (const query of [
    `INSERT INTO slots (slot, content, version) VALUES (7, 'full', 13)`,
    `INSERT INTO swaps (pool, ${columns}, trader) VALUES ${swap(3, 'b1')}, ${swap(4, 'b2')}`,
    `INSERT INTO swaps_by_trader (pool, ${columns}, trader) VALUES ${swap(3, 'b1')}, ${swap(4, 'b2')}`,
    // The transaction of the first swap is stored, that of the second one has expired.
    `INSERT INTO transactions (slot, block_index, signature, markets, version)
       VALUES (7, 3, ${SIGNATURE('b1')}, [(${KEY('aa')}, ${KEY('cc')}, [])], 13)`,
    `INSERT INTO account_slots (account, slot, lock_count, first_poh_tick, last_poh_tick, version)
       VALUES (${KEY('01')}, 7, 2, 450, 511, 13), (${KEY('02')}, 7, 1, NULL, NULL, 13), (${KEY('03')}, 7, 1, 384, 384, 13)`,
  ])
    await client.command({ query });
}

test('stored rows are rewritten only with permission; without it nothing changes', async () => {
  await storeOfFormerBuild();
  await expect(migrate(client)).rejects.toThrow(RewriteRefusedError);
  expect(await ask('SELECT max(version) FROM migrations')).toEqual([[BEFORE_REWRITES]]);
  expect(await tables()).not.toContain('migration_lock');
});

test('a store of a former build keeps its ticks and signatures', async () => {
  await storeOfFormerBuild();
  const signatures = (view: string): string =>
    `SELECT block_index, signature FROM ${view} ORDER BY block_index`;
  const ofPool = signatures(
    `pool_swaps(pool = '${(await ask<[string]>(`SELECT base58Encode(${KEY('aa')})`))[0]![0]}', from_slot = 0, to_slot = 9)`,
  );
  const before = [await ask(TICKS), await ask(ofPool), await ask(signatures('swaps_text'))];
  const seen: MigrationProgress[] = [];
  await migrate(client, { mayRewrite: true, onProgress: (progress) => seen.push(progress) });
  expect([await ask(TICKS), await ask(ofPool)]).toEqual(before.slice(0, 2));
  const [first] = before[2]!;
  expect(await ask(signatures('swaps_text'))).toEqual([first, [4, null]]);
  for (const { failure } of seen) expect(failure).toBeNull();
});

test('a rewrite that a dead process left to the server is waited for', async () => {
  await storeOfFormerBuild();
  const before = await ask(TICKS);
  await migrate(client, { mayRewrite: true, upTo: 31 });
  await client.command({ query: 'SYSTEM STOP MERGES account_slots' });
  const [defaults, drop] = readMigrations().find(({ version }) => version === 32)!.statements;
  await client.command({ query: defaults! });
  await client.command({ query: `${drop} SETTINGS alter_sync = 0, mutations_sync = 0` });
  const migrated = migrate(client, {
    mayRewrite: true,
    onProgress: ({ partsLeft }) => {
      if (partsLeft !== null) void client.command({ query: 'SYSTEM START MERGES account_slots' });
    },
  });
  expect((await migrated).applied).toContain(32);
  expect(await ask(TICKS)).toEqual(before);
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
