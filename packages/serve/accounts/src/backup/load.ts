import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { latestAccountsMigration, type MigrateAccountsOptions, migrateAccounts } from '../migrate.js';
import { translated } from '../unavailable.js';
import { withConnection } from './connection.js';
import { AccountsBackupError } from './errors.js';
import type { AccountsDump, DumpedTable } from './types.js';

/** `version`: of its tables; null where there are none. */
export interface AccountsContent {
  version: number | null;
  isEmpty: boolean;
}

export interface LoadOptions {
  folder: string;
  dump: AccountsDump;
  /** Options of the migrations before and after. */
  migrations: Pick<MigrateAccountsOptions, 'appRole'>;
  signal?: AbortSignal | undefined;
  onProgress?: ((table: string) => void) | undefined;
}

const FILLED = ['accounts', 'keys', 'subscriptions', 'jobs'];

export async function readAccountsContent(url: string, signal?: AbortSignal): Promise<AccountsContent> {
  try {
    return await withConnection(url, signal, async (client) => {
      const { rows } = await client.query<{ has_table: boolean }>(
        "SELECT to_regclass('tickscope.migrations') IS NOT NULL AS has_table",
      );
      if (rows[0]?.has_table !== true) return { version: null, isEmpty: true };
      const { rows: versions } = await client.query<{ version: number }>(
        'SELECT coalesce(max(version), 0) AS version FROM tickscope.migrations',
      );
      const { rows: tables } = await client.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relnamespace = 'tickscope'::regnamespace AND relname = ANY ($1)",
        [FILLED],
      );
      let isEmpty = true;
      for (const { name } of tables) {
        const { rowCount } = await client.query(
          `SELECT 1 FROM tickscope.${client.escapeIdentifier(name)} LIMIT 1`,
        );
        isEmpty &&= rowCount === 0;
      }
      return { version: versions[0]!.version, isEmpty };
    });
  } catch (error) {
    throw translated(error);
  }
}

/** @throws AccountsBackupError `damaged` where a file is not what the dump wrote; `version` for a newer build's */
export async function checkAccountsFiles(folder: string, dump: AccountsDump): Promise<void> {
  const latest = latestAccountsMigration();
  if (dump.version > latest)
    throw new AccountsBackupError(
      'version',
      `The accounts in the backup are of version ${dump.version}, this build knows ${latest}: restore with the build that made it, or a newer one.`,
    );
  for (const { file, checksum } of dump.tables) {
    const hash = createHash('sha256');
    try {
      await pipeline(createReadStream(join(folder, file)), hash);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      throw new AccountsBackupError('damaged', `${join(folder, file)} is missing.`);
    }
    if (hash.digest('hex') !== checksum)
      throw new AccountsBackupError(
        'damaged',
        `${join(folder, file)} is not what the backup wrote: its checksum differs.`,
      );
  }
}

/**
 * Replaces all accounts of a database by those of a dump, in one transaction: an interrupted load changes nothing. Then
 * brings the tables to this build's version. Open jobs wait for a worker again.
 *
 * @param ownerUrl a user who may create schemas
 * @throws AccountsUnavailableError
 */
export async function loadAccounts(ownerUrl: string, options: LoadOptions): Promise<void> {
  const { dump, signal, migrations } = options;
  const { version } = await readAccountsContent(ownerUrl, signal);
  try {
    if (version !== null && version !== dump.version)
      await withConnection(ownerUrl, signal, (client) =>
        client.query('DROP SCHEMA IF EXISTS tickscope CASCADE'),
      );
    await migrateAccounts(ownerUrl, { ...migrations, upToVersion: dump.version });
    await withConnection(ownerUrl, signal, (client) => replaceRows(client, options));
    await migrateAccounts(ownerUrl, migrations);
  } catch (error) {
    throw translated(error);
  }
}

async function replaceRows(client: pg.Client, { dump, folder, onProgress }: LoadOptions): Promise<void> {
  const name = (table: string): string => `tickscope.${client.escapeIdentifier(table)}`;
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${dump.tables.map(({ table }) => name(table)).join(', ')} CASCADE`);
  for (const table of dump.tables) {
    onProgress?.(table.table);
    await loadTable(client, folder, table);
  }
  for (const { name: sequence, lastValue } of dump.sequences)
    if (lastValue !== null)
      await client.query('SELECT setval($1::regclass, $2)', [name(sequence), lastValue]);
  // Workers make as many of them startable as their accounts may run.
  await client.query(
    `UPDATE tickscope.jobs SET is_admitted = false, state = 'queued', lease_ends_at = NULL, started_at = NULL, progress = 0
     WHERE finished_at IS NULL`,
  );
  await client.query('COMMIT');
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { table, columns, rows, file }: DumpedTable,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const target = client.query(
    copyFrom(`COPY tickscope.${client.escapeIdentifier(table)} (${list}) FROM STDIN`),
  );
  await pipeline(createReadStream(join(folder, file)), createGunzip(), target);
  if (target.rowCount !== rows)
    throw new AccountsBackupError(
      'damaged',
      `${table}: ${target.rowCount} rows were loaded, ${rows} were written.`,
    );
}
