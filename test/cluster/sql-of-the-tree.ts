import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../support/paths.js';
import { filesBelow } from './files-below.js';

export interface SqlOfTree {
  /** The file's path, or `FILE#NAME` for a query whose SQL is in the module that defines it. */
  name: string;
  sql: string;
}

/** Folder of Postgres's statements, which has no shards. */
const POSTGRES = /^packages\/serve\/accounts\//;
/** Applied by `migrate`, which other tests run on several servers. */
const MIGRATIONS = /\/migrations\//;

/** Every statement of ClickHouse in the sources: each `.sql` file, and each text in a `defineQuery`. */
export function sqlOfTheTree(): SqlOfTree[] {
  const files = ['apps', 'packages']
    .flatMap((folder) => filesBelow(join(ROOT, folder)))
    .map((path) => relative(ROOT, path))
    .filter((path) => path.includes('/src/') && !POSTGRES.test(path));
  const inFiles = files
    .filter((path) => path.endsWith('.sql') && !MIGRATIONS.test(path))
    .map((path) => ({ name: path, sql: readFileSync(join(ROOT, path), 'utf8') }));
  const inModules = files
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$/.test(path))
    .flatMap((path) => textsOfModule(path, readFileSync(join(ROOT, path), 'utf8')));
  return [...inFiles, ...inModules].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The worked queries for analysts, which are asked of the views. */
export function sqlOfDocuments(): SqlOfTree[] {
  const path = 'docs/analysts.md';
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(/^### (\d+)\. .*\n+```sql\n([\s\S]*?)```/gm)].map(([, number, sql]) => ({
    name: `${path}#${number}`,
    sql: sql!,
  }));
}

/** The queries of a module with a text of their own. Those of files are among the files. */
function textsOfModule(path: string, text: string): SqlOfTree[] {
  if (!text.includes('defineQuery(')) return [];
  const module = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: SqlOfTree[] = [];
  const visit = (node: ts.Node): void => {
    if (
      ts.isCallExpression(node) &&
      node.expression.getText() === 'defineQuery' &&
      node.arguments[0] !== undefined &&
      ts.isObjectLiteralExpression(node.arguments[0])
    )
      found.push(...textOf(path, node.arguments[0]));
    ts.forEachChild(node, visit);
  };
  visit(module);
  return found;
}

function textOf(path: string, definition: ts.ObjectLiteralExpression): SqlOfTree[] {
  const value = (name: string): ts.Expression | undefined => {
    const property = definition.properties.find((each) => each.name?.getText() === name);
    return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined;
  };
  const sql = value('sql');
  const name = `${path}#${value('name')?.getText().replaceAll(/['"`]/g, '') ?? '?'}`;
  if (sql !== undefined && ts.isStringLiteralLike(sql)) return [{ name, sql: sql.text }];
  // Computed from a file that is listed itself.
  const usesFile = sql === undefined || /sqlFile\(|\bsql\b/.test(sql.getText());
  if (usesFile) return [];
  throw new Error(`${name}: its SQL is neither a text nor from a file (${dirname(path)})`);
}
