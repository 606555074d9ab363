import type { TestConnection } from '@tickscope/testkit/store/test-connection';
import { startTestStore, type TestStore } from '@tickscope/testkit/store/test-store';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Column {
  table: string;
  name: string;
  type: string;
  meaning: string;
  about: string;
  sorting: string;
}

let store: TestStore;
let columns: Column[];
beforeAll(async () => {
  store = await startTestStore();
  await store.fresh();
  const client: TestConnection = store.open('owner');
  const result = await client.query({
    query: `SELECT c.table AS table, c.name AS name, c.type AS type, c.comment AS meaning, t.comment AS about,
        t.sorting_key AS sorting
      FROM system.columns AS c
      INNER JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
      WHERE c.database = currentDatabase() AND t.engine NOT LIKE '%View'
      ORDER BY table, c.position`,
    format: 'JSONEachRow',
  });
  columns = await result.json();
});
afterAll(async () => store?.stop());

/** The dictionary, as it is in the repository. */
function dictionary(): string {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const parts = tables.map((table) => {
    const own = columns.filter((column) => column.table === table);
    const { about, sorting } = own[0]!;
    const rows = own.map(
      ({ name, type, meaning }) => `| \`${name}\` | \`${cell(type)}\` | ${cell(meaning)} |`,
    );
    return `## ${table}\n\n${sentence(about)} Key: \`${sorting}\`.\n\n| Column | Type | Meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Columns

Every table of the database, from the comments in its schema (\`packages/core/store/src/migrations\`). This page is made by a test:
\`npx vitest run --mode integration packages/core/store/src/column-dictionary -u\` writes it again. [analysts.md](analysts.md)
has the views, which give keys in base58 and amounts in whole tokens.

${parts.join('\n')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

test('every table and column has a comment', () => {
  expect(columns.length).toBeGreaterThan(400);
  expect(
    columns.filter(({ meaning }) => meaning === '').map(({ table, name }) => `${table}.${name}`),
  ).toEqual([]);
  expect(columns.filter(({ about }) => about === '').map(({ table }) => table)).toEqual([]);
});

test('docs/columns.md is up to date', async () => {
  await expect(dictionary()).toMatchFileSnapshot('../../../../docs/columns.md');
});
