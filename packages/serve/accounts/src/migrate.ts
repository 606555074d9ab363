import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Accounts } from './accounts.js';
import { sqlFile } from './sql-file.js';
import { translated } from './unavailable.js';

export interface MigrateAccountsOptions {
  /** A role other than the owner that is to read and write rows, but not change tables. */
  readonly appRole?: string;
  readonly waitForLockMs?: number;
  /** The last file to apply: the version of a backup whose rows are loaded before the rest is applied. */
  readonly upToVersion?: number;
}

export interface AccountsMigrationReport {
  /** Versions applied now, oldest first. */
  readonly applied: number[];
  /** The newest version of this build. */
  readonly latest: number;
}

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const STATEMENT_TIMEOUT_MS = 60_000;
/** The advisory lock of this program's migrations. */
const MIGRATION_LOCK = '7163245810335561';

/**
 * Migrates the database to this build's tables: the numbered files of `migrations/`, forward only, each in one
 * transaction. Concurrent migrations are serialized. Refuses a database that is newer than this build, or whose
 * applied files differ from this build's.
 * @param ownerUrl a user who may create schemas in that database
 * @throws AccountsUnavailableError
 */
export async function migrateAccounts(
  ownerUrl: string,
  options: MigrateAccountsOptions = {},
): Promise<AccountsMigrationReport> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'tickscope-migrate',
    connectionTimeoutMillis: 10_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    // A session lock: it ends with this process, however that ends.
    await lock(client, options.waitForLockMs ?? 180_000);
    const report = await applyFiles(client, options.upToVersion ?? Number.POSITIVE_INFINITY);
    if (options.appRole !== undefined) await grantRows(client, options.appRole);
    return report;
  } catch (error) {
    throw translated(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The newest version of this build. */
export function latestAccountsMigration(): number {
  return readMigrations().at(-1)?.version ?? 0;
}

/** Lists what the database lacks for this build; empty when it is ready. */
export async function pendingAccountsMigrations(accounts: Accounts): Promise<string[]> {
  const migrations = readMigrations();
  const [found] = await accounts.query<{ has_table: boolean }>(
    "SELECT to_regclass('tickscope.migrations') IS NOT NULL AS has_table",
  );
  if (found?.has_table !== true) return migrations.map(({ name }) => name);
  const done = await accounts.query<{ version: number }>('SELECT version FROM tickscope.migrations');
  const versions = new Set(done.map(({ version }) => version));
  return migrations.filter(({ version }) => !versions.has(version)).map(({ name }) => name);
}

async function lock(client: pg.Client, waitMs: number): Promise<void> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    if (Date.now() > deadline) throw new Error('another process is migrating this database and does not end');
    await sleep(100);
  }
}

async function applyFiles(client: pg.Client, upToVersion: number): Promise<AccountsMigrationReport> {
  const migrations = readMigrations();
  const latest = migrations.at(-1)?.version ?? 0;
  await client.query('CREATE SCHEMA IF NOT EXISTS tickscope');
  await client.query(
    'CREATE TABLE IF NOT EXISTS tickscope.migrations (version integer PRIMARY KEY, name text NOT NULL, ' +
      'checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'SELECT version, checksum FROM tickscope.migrations',
  );
  const newest = Math.max(0, ...rows.map(({ version }) => version));
  if (newest > latest)
    throw new Error(
      `the accounts database is at version ${newest}, this build knows ${latest}: run the newer Tickscope, or restore an older database`,
    );
  const checksums = new Map(rows.map(({ version, checksum }) => [version, checksum]));
  const applied: number[] = [];
  for (const { version, name, sql, checksum } of migrations) {
    const known = checksums.get(version);
    if (known !== undefined && known !== checksum)
      throw new Error(`migrations/${name}.sql is not the file that was applied to this database`);
    if (known !== undefined || version > upToVersion) continue;
    await client.query('BEGIN');
    try {
      await client.query(sql);
      await client.query('INSERT INTO tickscope.migrations (version, name, checksum) VALUES ($1, $2, $3)', [
        version,
        name,
        checksum,
      ]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      throw error;
    }
    applied.push(version);
  }
  return { applied, latest };
}

async function grantRows(client: pg.Client, appRole: string): Promise<void> {
  const role = client.escapeIdentifier(appRole);
  for (const statement of [
    `GRANT USAGE ON SCHEMA tickscope TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA tickscope TO ${role}`,
    `REVOKE INSERT, UPDATE, DELETE ON tickscope.migrations FROM ${role}`,
    `GRANT USAGE ON ALL SEQUENCES IN SCHEMA tickscope TO ${role}`,
  ])
    await client.query(statement);
}

function readMigrations(): Migration[] {
  return readdirSync(new URL('./migrations/', import.meta.url))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^((\d{4})_\w+)\.sql$/.exec(file);
      if (match === null) throw new Error(`migrations/${file}: expected NNNN_name.sql`);
      // A checkout may have converted line ends.
      const sql = sqlFile(import.meta.url, `./migrations/${file}`).replaceAll('\r\n', '\n');
      return {
        version: Number(match[2]),
        name: match[1]!,
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}
