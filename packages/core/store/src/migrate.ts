import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from './backup/backup-error.js';
import { readStoreContent } from './backup/restore-marker.js';
import type { AdminConnection, StorePlace } from './connection/admin-connection.js';
import type { Store } from './connection/open-store.js';
import type { ReadConnection } from './connection/read-connection.js';
import { latestMigration, type Migration, readMigrations } from './migration-files.js';
import { column, defineQuery, type RowOf, runQuery } from './query/index.js';

export interface MigrationReport {
  /** Versions applied by this call, oldest first. */
  applied: number[];
  /** The newest version of this build. */
  latest: number;
}

export interface MigrateOptions {
  /** A lock that was not renewed for this long belongs to a dead process. */
  staleLockMs?: number;
  /** The caller restores or moves into the database: it is not refused for being half of that. */
  isRestoring?: boolean;
}

const COMMANDS = { restore: '"tickscope restore"', move: '"tickscope cluster move"' } as const;

/** The holder renews its lock before a statement if the last renewal is this long ago. */
const RENEW_LOCK_MS = 30_000;
/** Longer than any gap between two renewals: the renewal interval plus one statement that takes its full timeout. */
const STALE_LOCK_MS = 120_000;
const WAIT_FOR_LOCK_MS = 180_000;
const STATEMENT_TIMEOUT_MS = 60_000;

const APPLIED_VERSIONS = defineQuery({
  name: 'applied-versions',
  sql: 'SELECT version, hash, is_complete FROM schema_versions FINAL',
  row: { version: column.integer, hash: column.text, isComplete: column.flag },
});
const MARKS = defineQuery({
  name: 'schema-marks',
  // Tables without versions were made before schemas had hashes. The database of a shard has no `slots`.
  sql: `SELECT
      countIf(name = 'schema_versions') > 0 AS has_versions,
      countIf(name IN ('slots', 'account_slots')) > 0 AS has_tables,
      countIf(name IN ('unfinished_restore', 'unfinished_move')) > 0 AS is_unfinished
    FROM system.tables WHERE database = currentDatabase()`,
  row: { hasVersions: column.flag, hasTables: column.flag, isUnfinished: column.flag },
});
const LOCK_AGE = defineQuery({
  name: 'migration-lock-age',
  sql: "SELECT toUInt32(now() - metadata_modification_time) FROM system.tables WHERE database = currentDatabase() AND name = 'migration_lock'",
  row: { seconds: column.integer },
});

/** The tables were made by another build, and nothing converts them before 0.1.0. The message is for the operator. */
export class OtherSchemaError extends Error {
  override readonly name = 'OtherSchemaError';
  readonly code = 'other_schema';
}

/** Says what to do where the tables are those of another build; `what` they are in opens the sentence. */
export function otherSchemaText(what: string, folder = "ClickHouse's data folder"): string {
  return (
    `${what} has the tables of another build of Tickscope, and before the first release nothing converts them. ` +
    `Move ${folder} away (or drop its database) and start again: blocks are streamed or imported again. ` +
    "Only ClickHouse's data is meant: Postgres (keys, subscriptions, webhooks) stays and is migrated."
  );
}

/**
 * Brings the store's database to this build's schema. Applies `migrations/` in order, forward only; every statement is safe
 * to repeat, so a caller that died is followed by the next. Concurrent migrations run one after the other.
 *
 * @throws OtherSchemaError before anything is changed
 * @throws if the database is newer than this build, which would write rows that newer readers do not expect
 */
export async function migrate(
  { read, administer }: Pick<Store, 'read' | 'administer'>,
  options: MigrateOptions = {},
): Promise<MigrationReport> {
  const migrations = readMigrations();
  const latest = latestMigration();
  await administer.checkCluster(STATEMENT_TIMEOUT_MS);
  await administer.execute('CREATE DATABASE IF NOT EXISTS {{database}}', {
    timeoutMs: STATEMENT_TIMEOUT_MS,
    withoutDatabase: true,
  });
  const content = options.isRestoring === true ? null : await readStoreContent({ administer });
  if (content?.state === 'unfinished')
    throw new BackupError(
      'unfinished',
      `the database is half of a ${content.work} that did not end: run ${COMMANDS[content.work]} again`,
    );
  await checkSchema({ administer });
  await execute(
    administer,
    `CREATE TABLE IF NOT EXISTS schema_versions
     (
         version     UInt32 COMMENT 'its number',
         name        String COMMENT 'name of its file or folder',
         hash        String COMMENT 'SHA-256 of its statements, hex: another one means tables of another build',
         is_complete UInt8 COMMENT 'all its statements were executed',
         applied_at  DateTime DEFAULT now() COMMENT 'when it was applied'
     )
     ENGINE = {{engine: ReplacingMergeTree(is_complete)}} ORDER BY version
     COMMENT 'versions of this schema that were applied'`,
  );
  // Checks before locking: a process that dies while holding the lock would keep others waiting for nothing.
  if ((await pendingOf(read, migrations)).length === 0) return { applied: [], latest };
  await lock({ read, administer }, options.staleLockMs ?? STALE_LOCK_MS);
  try {
    const applied: number[] = [];
    let renewedAt = performance.now();
    for (const { version, name, hash, statements } of await pendingOf(read, migrations)) {
      const record = (isComplete: boolean): Promise<void> =>
        execute(
          administer,
          `INSERT INTO schema_versions (version, name, hash, is_complete) VALUES (${version}, '${name}', '${hash}', ${isComplete})`,
        );
      await record(false);
      for (const statement of statements) {
        if (performance.now() - renewedAt > RENEW_LOCK_MS) {
          await execute(administer, `ALTER TABLE migration_lock MODIFY COMMENT '${version}'`);
          renewedAt = performance.now();
        }
        await execute(administer, statement);
      }
      await record(true);
      applied.push(version);
    }
    return { applied, latest };
  } finally {
    await execute(administer, 'DROP TABLE IF EXISTS migration_lock SYNC');
  }
}

/** The newest version that was applied to the database; 0: none. */
export async function storedVersion(read: ReadConnection): Promise<number> {
  return Math.max(0, ...(await appliedVersions(read)).map(({ version }) => version));
}

/** Versions that the database lacks or has from another build. Empty if it is ready for this build. */
export async function pendingMigrations(read: ReadConnection): Promise<number[]> {
  const { hasVersions, isUnfinished } = await readMarks(read);
  // A database that is half of a restore or a move is ready for no build.
  const applied = hasVersions && !isUnfinished ? await appliedVersions(read) : [];
  return readMigrations()
    .filter((one) => !isApplied(one, applied))
    .map(({ version }) => version);
}

/**
 * Looks at every server: one that kept its tables, where another's folder was moved away, would keep them for good.
 *
 * @throws OtherSchemaError where the tables are those of another build; an empty database passes
 */
export async function checkSchema({ administer: { places } }: Pick<Store, 'administer'>): Promise<void> {
  const marksOf = async (wanted: readonly StorePlace[]) =>
    Promise.all(wanted.map(async (place) => ({ ...place, ...(await readMarks(place.read)) })));
  // Those of the shards first: a migration beside this makes their tables after the versions.
  const shards = await marksOf(places.filter(({ isShard }) => isShard));
  for (const { server, read, hasVersions, hasTables } of await marksOf(
    places.filter((one) => !one.isShard),
  )) {
    const what = shards.length === 0 ? 'the database' : `server ${server + 1}`;
    const isFilled = hasTables || shards.some((shard) => shard.server === server && shard.hasTables);
    if (isFilled && !hasVersions) throw new OtherSchemaError(otherSchemaText(what));
    if (hasVersions) await pendingOf(read, readMigrations(), what);
  }
}

async function readMarks(read: ReadConnection) {
  const [marks] = await runQuery(read, MARKS, {}, { timeoutMs: 10_000 });
  if (marks === undefined) throw new Error('ClickHouse did not list its tables');
  return marks;
}

/** The migrations still to apply. Throws where another or a newer build has made the tables. */
async function pendingOf(
  read: ReadConnection,
  migrations: readonly Migration[],
  what = 'the database',
): Promise<Migration[]> {
  const applied = await appliedVersions(read);
  const newest = Math.max(0, ...applied.map(({ version }) => version));
  const latest = latestMigration();
  if (newest > latest)
    throw new Error(
      `${what} is at version ${newest}, this build knows ${latest}: run the newer Tickscope, or restore an older database`,
    );
  for (const { version, hash } of migrations)
    if (applied.some((one) => one.version === version && one.hash !== hash))
      throw new OtherSchemaError(otherSchemaText(what));
  return migrations.filter((one) => !isApplied(one, applied));
}

type Applied = RowOf<typeof APPLIED_VERSIONS>;

function isApplied({ version, hash }: Migration, applied: readonly Applied[]): boolean {
  return applied.some((one) => one.version === version && one.hash === hash && one.isComplete);
}

function appliedVersions(read: ReadConnection): Promise<Applied[]> {
  return runQuery(read, APPLIED_VERSIONS, {}, { timeoutMs: 10_000 });
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
