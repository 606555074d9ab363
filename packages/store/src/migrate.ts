import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from './client.js';
import { column, defineQuery, runQuery, sqlFile } from './query/index.js';

export interface MigrationReport {
  /** Versions applied by this call, oldest first. */
  applied: number[];
  /** The newest version of this build. */
  latest: number;
}

export interface MigrateOptions {
  /** A lock that was not renewed for this long belongs to a dead process. */
  staleLockMs?: number;
}

/** The holder renews its lock before a statement if the last renewal is this long ago. */
const RENEW_LOCK_MS = 30_000;
/** Longer than any gap between two renewals: the renewal interval plus one statement that takes its full timeout. */
const STALE_LOCK_MS = 120_000;
const WAIT_FOR_LOCK_MS = 180_000;
const STATEMENT_TIMEOUT_MS = 60_000;

const APPLIED_VERSIONS = defineQuery({
  name: 'applied-versions',
  sql: 'SELECT DISTINCT version FROM migrations',
  params: {},
  row: { version: column.integer },
});
const LOCK_AGE = defineQuery({
  name: 'migration-lock-age',
  sql: "SELECT toUInt32(now() - metadata_modification_time) FROM system.tables WHERE database = currentDatabase() AND name = 'migration_lock'",
  params: {},
  row: { seconds: column.integer },
});

interface Migration {
  version: number;
  name: string;
  statements: string[];
}

/**
 * Migrates the database to this build's schema. Applies the numbered files of `migrations/`, forward only; every
 * statement is safe to repeat. Concurrent migrations run one after the other.
 *
 * @throws if the database is newer than this build, which would write rows that newer readers do not expect
 */
export async function migrate(
  client: ClickHouseClient,
  database: string,
  options: MigrateOptions = {},
): Promise<MigrationReport> {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(database)) throw new Error(`not a database name: "${database}"`);
  const migrations = readMigrations();
  const latest = migrations.at(-1)?.version ?? 0;
  // The client's database may not exist yet, so this command names it and connects to `default`.
  await command(client, `CREATE DATABASE IF NOT EXISTS ${database}`, 'default');
  await command(
    client,
    'CREATE TABLE IF NOT EXISTS migrations (version UInt32, name String, applied_at DateTime DEFAULT now()) ' +
      'ENGINE = ReplacingMergeTree ORDER BY version',
  );
  // Checks before locking: a process that dies while holding the lock would keep others waiting for nothing.
  if ((await pendingOf(client, migrations)).length === 0) return { applied: [], latest };
  await lock(client, options.staleLockMs ?? STALE_LOCK_MS);
  try {
    const applied: number[] = [];
    let renewedAt = performance.now();
    for (const { version, name, statements } of await pendingOf(client, migrations)) {
      for (const statement of statements) {
        if (performance.now() - renewedAt > RENEW_LOCK_MS) {
          await command(client, `ALTER TABLE migration_lock MODIFY COMMENT '${version}'`);
          renewedAt = performance.now();
        }
        await command(client, statement);
      }
      await command(client, `INSERT INTO migrations (version, name) VALUES (${version}, '${name}')`);
      applied.push(version);
    }
    return { applied, latest };
  } finally {
    await command(client, 'DROP TABLE IF EXISTS migration_lock SYNC');
  }
}

/** Versions that the database lacks. Empty if it is ready for this build. */
export async function pendingMigrations(client: ClickHouseClient): Promise<number[]> {
  return without(readMigrations(), await appliedVersions(client)).map(({ version }) => version);
}

/** The migrations still to apply. Throws if a newer build has migrated the database. */
async function pendingOf(client: ClickHouseClient, migrations: readonly Migration[]): Promise<Migration[]> {
  const done = await appliedVersions(client);
  const newest = Math.max(0, ...done);
  const latest = migrations.at(-1)?.version ?? 0;
  if (newest > latest)
    throw new Error(
      `the database is at version ${newest}, this build knows ${latest}: run the newer Tickscope, or restore an older database`,
    );
  return without(migrations, done);
}

function without(migrations: readonly Migration[], done: ReadonlySet<number>): Migration[] {
  return migrations.filter(({ version }) => !done.has(version));
}

async function appliedVersions(client: ClickHouseClient): Promise<Set<number>> {
  const rows = await runQuery(client, APPLIED_VERSIONS, {}, { timeoutMs: 10_000 });
  return new Set(rows.map(({ version }) => version));
}

/** Uses CREATE TABLE as a mutex: of several clients only one can create a table that does not exist. */
async function lock(client: ClickHouseClient, staleLockMs: number): Promise<void> {
  const deadline = performance.now() + WAIT_FOR_LOCK_MS;
  for (;;) {
    try {
      await command(client, 'CREATE TABLE migration_lock (at DateTime) ENGINE = Memory');
      return;
    } catch (error) {
      if (!/already exists/i.test(String(error))) throw error;
    }
    const [held] = await runQuery(client, LOCK_AGE, {}, { timeoutMs: 10_000 });
    if (held !== undefined && held.seconds * 1_000 > staleLockMs)
      await command(client, 'DROP TABLE IF EXISTS migration_lock SYNC');
    if (performance.now() > deadline)
      throw new Error('another process is migrating this database and does not end');
    await sleep(250);
  }
}

async function command(client: ClickHouseClient, query: string, database?: string): Promise<void> {
  await client.command({
    query,
    abort_signal: AbortSignal.timeout(STATEMENT_TIMEOUT_MS),
    ...(database === undefined ? {} : { http_headers: { 'X-ClickHouse-Database': database } }),
  });
}

function readMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{4})_(\w+)\.sql$/.exec(file);
      if (match === null) throw new Error(`migrations/${file}: expected NNNN_name.sql`);
      return {
        version: Number(match[1]),
        name: match[2]!,
        statements: splitStatements(sqlFile(import.meta.url, `./migrations/${file}`)),
      };
    });
}

/** Splits at semicolons at the end of a line. Comments before a statement stay with it. */
function splitStatements(sql: string): string[] {
  return sql
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
}
