import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { sqlFile } from '../sql-file.js';
import { translated } from '../unavailable.js';
import { withConnection } from './connection.js';
import type { AccountsDump, DumpedSequence, DumpedTable } from './types.js';

const TABLES = sqlFile(import.meta.url, './tables.sql');

interface Table {
  name: string;
  columns: string[];
  refers_to: string[];
}

export interface DumpOptions {
  /** Created; the files go there. */
  folder: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((table: string) => void) | undefined;
}

/**
 * Writes the rows of every table of the schema `tickscope` with COPY, a file each, all as one snapshot saw them. It only
 * reads, so no one waits for it.
 *
 * @param url a user who may read the tables
 * @throws AccountsUnavailableError
 */
export async function dumpAccounts(url: string, options: DumpOptions): Promise<AccountsDump> {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  try {
    return await withConnection(url, options.signal, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows: versions } = await client.query<{ version: number }>(
        'SELECT coalesce(max(version), 0) AS version FROM tickscope.migrations',
      );
      const { rows: found } = await client.query<Table>(TABLES);
      const tables: DumpedTable[] = [];
      for (const table of inOrder(found)) {
        options.onProgress?.(table.name);
        tables.push(await dumpTable(client, table, options));
      }
      const { rows: sequences } = await client.query<{ name: string; last_value: string | null }>(
        "SELECT sequencename AS name, last_value::text FROM pg_sequences WHERE schemaname = 'tickscope' ORDER BY 1",
      );
      await client.query('COMMIT');
      return {
        version: versions[0]!.version,
        tables,
        sequences: sequences.map(({ name, last_value }): DumpedSequence => ({ name, lastValue: last_value })),
      };
    });
  } catch (error) {
    throw translated(error);
  }
}

/** The size of the tables on the server's disk: what a dump takes at most. */
export async function readAccountsBytes(url: string, signal?: AbortSignal): Promise<number> {
  try {
    return await withConnection(url, signal, async (client) => {
      const { rows } = await client.query<{ bytes: string }>(
        "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::text AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = to_regnamespace('tickscope')",
      );
      return Number(rows[0]!.bytes);
    });
  } catch (error) {
    throw translated(error);
  }
}

async function dumpTable(
  client: pg.Client,
  { name, columns }: Table,
  { folder, signal }: DumpOptions,
): Promise<DumpedTable> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const table = client.escapeIdentifier(name);
  // A query, because a partitioned table cannot be copied itself.
  const rows = client.query(copyTo(`COPY (SELECT ${list} FROM tickscope.${table}) TO STDOUT`));
  const file = `${name}.copy.gz`;
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = createWriteStream(join(folder, file), { mode: 0o600, flush: true });
  await pipeline(rows, createGzip(), measured, written, ...(signal === undefined ? [] : [{ signal }]));
  return { table: name, columns, rows: rows.rowCount, file, bytes, checksum: hash.digest('hex') };
}

/** Each table after those that it refers to. */
function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const ready = rest.filter(({ refers_to: names }) =>
      names.every((name) => !rest.some((other) => other.name === name)),
    );
    if (ready.length === 0)
      throw new Error(`tables refer to each other in a circle: ${rest.map(({ name }) => name).join(', ')}`);
    ordered.push(...ready);
    rest = rest.filter((table) => !ready.includes(table));
  }
  return ordered;
}
