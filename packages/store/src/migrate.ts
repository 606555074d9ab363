import { setTimeout as sleep } from 'node:timers/promises';
import { BackupError } from './backup/backup-error.js';
import { readStoreContent } from './backup/restore-marker.js';
import type { AdminConnection, StoreCopy } from './connection/admin-connection.js';
import type { Store } from './connection/open-store.js';
import type { ReadConnection } from './connection/read-connection.js';
import { latestMigration, type Migration, readMigrations } from './migration-files.js';
import { column, defineQuery, runQuery } from './query/index.js';
import { type RewriteProgress, rewriteRows, rewrittenTable } from './rewrite-rows.js';

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
  /** Rows that are stored may be rewritten. Otherwise that is refused; an empty store needs no permission. */
  mayRewrite?: boolean;
  onProgress?(progress: MigrationProgress): void;
  /** The version to stop at, for stores of former builds in tests. */
  upTo?: number;
}

export interface MigrationProgress extends RewriteProgress {
  version: number;
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
  sql: 'SELECT DISTINCT version FROM migrations',
  params: {},
  row: { version: column.integer },
});
const READY_VERSIONS = defineQuery({
  name: 'ready-versions',
  // A database that is half of a restore or a move is ready for no build.
  sql: `SELECT DISTINCT version FROM migrations
    WHERE (SELECT count() FROM system.tables WHERE database = currentDatabase() AND name IN ('unfinished_restore', 'unfinished_move')) = 0`,
  params: {},
  row: { version: column.integer },
});
const LOCK_AGE = defineQuery({
  name: 'migration-lock-age',
  sql: "SELECT toUInt32(now() - metadata_modification_time) FROM system.tables WHERE database = currentDatabase() AND name = 'migration_lock'",
  params: {},
  row: { seconds: column.integer },
});

const HAS_BLOCKS = defineQuery({
  name: 'has-blocks',
  sql: 'SELECT 1 FROM slots LIMIT 1',
  params: {},
  row: { one: column.integer },
});

/** Stored rows are to be rewritten, and the caller did not allow it. The message is for the operator. */
export class RewriteRefusedError extends Error {
  override readonly name = 'RewriteRefusedError';
  readonly code = 'rewrite_refused';
  constructor(versions: readonly number[]) {
    super(
      `migration ${versions.join(', ')} rewrites stored rows; no former build can read them afterwards. ` +
        'Stop the stack and run "tickscope backup FOLDER", then "tickscope migrate --backup FOLDER"; ' +
        'or "tickscope migrate --without-backup".',
    );
  }
}

/**
 * Migrates the store's database to this build's schema: of a mirrored store each copy by itself, the first one last. Its
 * report is returned. Applies the numbered files of `migrations/`, forward only; every
 * statement is safe to repeat. Concurrent migrations run one after the other.
 *
 * A migration that rewrites rows may be interrupted at any point; the next call takes it up again.
 *
 * @throws if the database is newer than this build, which would write rows that newer readers do not expect
 * @throws RewriteRefusedError
 */
export async function migrate(
  { administer: { copies } }: Pick<Store, 'administer'>,
  options: MigrateOptions = {},
): Promise<MigrationReport> {
  const [first, ...others] = copies;
  for (const copy of others) await migrateCopy(copy, options);
  return await migrateCopy(first, options);
}

async function migrateCopy(
  { read, administer }: StoreCopy,
  options: MigrateOptions,
): Promise<MigrationReport> {
  const migrations = readMigrations().filter(({ version }) => version <= (options.upTo ?? version));
  const latest = migrations.at(-1)?.version ?? 0;
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
  await execute(
    administer,
    'CREATE TABLE IF NOT EXISTS migrations (version UInt32, name String, applied_at DateTime DEFAULT now()) ' +
      'ENGINE = {{engine: ReplacingMergeTree}} ORDER BY version',
  );
  // Checks before locking: a process that dies while holding the lock would keep others waiting for nothing.
  const pending = await pendingOf(read, migrations);
  if (pending.length === 0) return { applied: [], latest };
  if (options.mayRewrite !== true && options.isRestoring !== true) await refuseRewrite(read, pending);
  await lock({ read: read, administer: administer }, options.staleLockMs ?? STALE_LOCK_MS);
  try {
    const applied: number[] = [];
    let renewedAt = performance.now();
    for (const { version, name, statements } of await pendingOf(read, migrations)) {
      const keepAlive = async (): Promise<void> => {
        if (performance.now() - renewedAt < RENEW_LOCK_MS) return;
        await execute(administer, `ALTER TABLE migration_lock MODIFY COMMENT '${version}'`);
        renewedAt = performance.now();
      };
      const onProgress = (progress: RewriteProgress): void => options.onProgress?.({ ...progress, version });
      for (const statement of statements) {
        await keepAlive();
        const table = rewrittenTable(statement);
        if (table === null) await execute(administer, statement);
        else await rewriteRows({ administer }, table, statement, { keepAlive, onProgress });
      }
      await execute(administer, `INSERT INTO migrations (version, name) VALUES (${version}, '${name}')`);
      applied.push(version);
    }
    return { applied, latest };
  } finally {
    await execute(administer, 'DROP TABLE IF EXISTS migration_lock SYNC');
  }
}

/** The newest version that was applied to the database; 0: none. */
export async function storedVersion(read: ReadConnection): Promise<number> {
  return Math.max(0, ...(await appliedVersions(read)));
}

/** Versions that the database lacks. Empty if it is ready for this build. */
export async function pendingMigrations(read: ReadConnection): Promise<number[]> {
  const rows = await runQuery(read, READY_VERSIONS, {}, { timeoutMs: 10_000 });
  const ready = new Set(rows.map(({ version }) => version));
  return without(readMigrations(), ready).map(({ version }) => version);
}

/** A database without blocks has nothing to lose. */
async function refuseRewrite(read: ReadConnection, pending: readonly Migration[]): Promise<void> {
  const rewrites = pending.filter(({ isRewrite }) => isRewrite).map(({ version }) => version);
  const isFresh = pending.some(({ version }) => version === 1);
  if (rewrites.length === 0 || isFresh) return;
  if ((await runQuery(read, HAS_BLOCKS, {}, { timeoutMs: 10_000 })).length > 0)
    throw new RewriteRefusedError(rewrites);
}

/** The migrations still to apply. Throws if a newer build has migrated the database. */
async function pendingOf(read: ReadConnection, migrations: readonly Migration[]): Promise<Migration[]> {
  const done = await appliedVersions(read);
  const newest = Math.max(0, ...done);
  const latest = latestMigration();
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
