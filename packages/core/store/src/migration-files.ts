import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { sqlFile } from './query/index.js';

/** A step of the schema: `0001_tables` is a folder of files in the order of their names, later ones are a file each. */
export interface Migration {
  version: number;
  name: string;
  statements: string[];
  /** SHA-256 of the statements without comments and layout, hex. */
  hash: string;
}

export function readMigrations(): Migration[] {
  return readdirSync(new URL('./migrations/', import.meta.url))
    .sort()
    .map((entry) => {
      const match = /^(\d{4})_(\w+)(\.sql)?$/.exec(entry);
      if (match === null) throw new Error(`migrations/${entry}: expected NNNN_name or NNNN_name.sql`);
      const [, version, name, isFile] = match;
      const files = isFile === undefined ? filesOf(entry) : [entry];
      const statements = files.flatMap((file) =>
        splitStatements(sqlFile(import.meta.url, `./migrations/${file}`)),
      );
      return { version: Number(version), name: name!, statements, hash: hashOf(statements) };
    });
}

/** Hashes what the server executes: neither comments nor layout. */
function hashOf(statements: readonly string[]): string {
  const bare = statements.map((statement) =>
    statement
      .replace(/^\s*--.*$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  );
  return createHash('sha256').update(bare.join(';')).digest('hex');
}

function filesOf(folder: string): string[] {
  return readdirSync(new URL(`./migrations/${folder}/`, import.meta.url))
    .sort()
    .map((file) => `${folder}/${file}`);
}

/** The newest version of this build. */
export function latestMigration(): number {
  return readMigrations().at(-1)?.version ?? 0;
}

/** Identifies the tables of this build: the hash of its first migration, which is edited in place until 0.1.0. */
export function schemaHash(): string {
  return readMigrations()[0]!.hash;
}

/** The statements that fill a table, which a view fills as rows are written, from the rows that are there. Safe to repeat. */
export function fillingStatements(table: string): string[] {
  const view = new RegExp(`^CREATE MATERIALIZED VIEW IF NOT EXISTS \\w+ TO ${table} AS\\s+(.*)$`, 'ms');
  return readMigrations()
    .flatMap(({ statements }) => statements)
    .flatMap((statement) => view.exec(statement)?.[1] ?? [])
    .map((select) => `INSERT INTO ${table} ${select}`);
}

/** Splits at semicolons at the end of a line. Comments before a statement stay with it. */
function splitStatements(sql: string): string[] {
  return sql
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
}
