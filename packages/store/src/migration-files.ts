import { readdirSync } from 'node:fs';
import { sqlFile } from './query/index.js';

export interface Migration {
  version: number;
  name: string;
  statements: string[];
  /** It changes rows that are stored, so that no former build can read them. */
  isRewrite: boolean;
}

const REWRITES = '-- Rewrites stored rows.';

export function readMigrations(): Migration[] {
  const folder = new URL('./migrations/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const match = /^(\d{4})_(\w+)\.sql$/.exec(file);
      if (match === null) throw new Error(`migrations/${file}: expected NNNN_name.sql`);
      const sql = sqlFile(import.meta.url, `./migrations/${file}`);
      return {
        version: Number(match[1]),
        name: match[2]!,
        statements: splitStatements(sql),
        isRewrite: sql.startsWith(REWRITES),
      };
    });
}

/** The newest version of this build. */
export function latestMigration(): number {
  return readMigrations().at(-1)?.version ?? 0;
}

/** The statements that filled a table of the schema from others. Safe to repeat. */
export function migrationInserts(table: string): string[] {
  return readMigrations()
    .flatMap(({ statements }) => statements)
    .filter((statement) => statement.startsWith(`INSERT INTO ${table} `));
}

/** Splits at semicolons at the end of a line. Comments before a statement stay with it. */
function splitStatements(sql: string): string[] {
  return sql
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replace(/^--.*$/gm, '').trim() !== '');
}
