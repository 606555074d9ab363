import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from './backup/backup-error.js';
import { readStoreContent } from './backup/restore-marker.js';
import type { AdminConnection } from './connection/admin-connection.js';
import type { Store } from './connection/open-store.js';
import type { ReadConnection } from './connection/read-connection.js';
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
  /** The caller restores the database: it is not refused for being half of a restore. */
  isRestoring?: boolean;
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
const READY_VERSIONS = defineQuery({
  name: 'ready-versions',
  // A database that is half of a restore is ready for no build.
  sql: `SELECT DISTINCT version FROM migrations
    WHERE (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name = 'unfinished_restore') = 0`,
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
 * Migrates the store's database to this build's schema. Applies the numbered files of `migrations/`, forward only; every
 * statement is safe to repeat. Concurrent migrations run one after the other.
 *
 * @throws if the database is newer than this build, which would write rows that newer readers do not expect
 */
export async function migrate(
  { read, administer }: Pick<Store, 'read' | 'administer'>,
  options: MigrateOptions = {},
): Promise<MigrationReport> {
  const migrations = readMigrations();
  const latest = migrations.at(-1)?.version ?? 0;
  await administer.execute('CREATE DATABASE IF NOT EXISTS {{database}}', {
    timeoutMs: STATEMENT_TIMEOUT_MS,
    withoutDatabase: true,
  });
  if (options.isRestoring !== true && (await readStoreContent(read)).state === 'unfinished')
    throw new BackupError(
      'unfinished',
      'the database is half of a restore that did not end: run "tickscope restore" again',
    );
  await execute(
    administer,
    'CREATE TABLE IF NOT EXISTS migrations (version UInt32, name String, applied_at DateTime DEFAULT now()) ' +
      'ENGINE = {{engine: ReplacingMergeTree}} ORDER BY version',
  );
  // Checks before locking: a process that dies while holding the lock would keep others waiting for nothing.
  if ((await pendingOf(read, migrations)).length === 0) return { applied: [], latest };
  await lock({ read: read, administer: administer }, options.staleLockMs ?? STALE_LOCK_MS);
  try {
    const applied: number[] = [];
    let renewedAt = performance.now();
    for (const { version, name, statements } of await pendingOf(read, migrations)) {
      for (const statement of statements) {
        if (performance.now() - renewedAt > RENEW_LOCK_MS) {
          await execute(administer, `ALTER TABLE migration_lock MODIFY COMMENT '${version}'`);
          renewedAt = performance.now();
        }
        await execute(administer, statement);
      }
      await execute(administer, `INSERT INTO migrations (version, name) VALUES (${version}, '${name}')`);
      applied.push(version);
    }
    return { applied, latest };
  } finally {
    await execute(administer, 'DROP TABLE IF EXISTS migration_lock SYNC');
  }
}

/** The newest version of this build. */
export function latestMigration(): number {
  return readMigrations().at(-1)?.version ?? 0;
}

/** Versions that the database lacks. Empty if it is ready for this build. */
export async function pendingMigrations(read: ReadConnection): Promise<number[]> {
  const rows = await runQuery(read, READY_VERSIONS, {}, { timeoutMs: 10_000 });
  const ready = new Set(rows.map(({ version }) => version));
  return without(readMigrations(), ready).map(({ version }) => version);
}

/** The migrations still to apply. Throws if a newer build has migrated the database. */
async function pendingOf(read: ReadConnection, migrations: readonly Migration[]): Promise<Migration[]> {
  const done = await appliedVersions(read);
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

async function appliedVersions(read: ReadConnection): Promise<Set<number>> {
  const rows = await runQuery(read, APPLIED_VERSIONS, {}, { timeoutMs: 10_000 });
  return new Set(rows.map(({ version }) => version));
}

/** Uses CREATE TABLE as a mutex: of several clients only one can create a table that does not exist. */
async function lock(
  { read, administer }: Pick<Store, 'read' | 'administer'>,
  staleLockMs: number,
): Promise<void> {
  const deadline = performance.now() + WAIT_FOR_LOCK_MS;
  for (;;) {
    try {
      await execute(administer, 'CREATE TABLE migration_lock (at DateTime) ENGINE = Memory');
      return;
    } catch (error) {
      if (!/already exists/i.test(String(error))) throw error;
    }
    const [held] = await runQuery(read, LOCK_AGE, {}, { timeoutMs: 10_000 });
    if (held !== undefined && held.seconds * 1_000 > staleLockMs)
      await execute(administer, 'DROP TABLE IF EXISTS migration_lock SYNC');
    if (performance.now() > deadline)
      throw new Error('another process is migrating this database and does not end');
    await sleep(250);
  }
}

async function execute(administer: AdminConnection, statement: string): Promise<void> {
  await administer.execute(statement, { timeoutMs: STATEMENT_TIMEOUT_MS });
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
