import { readdirSync, readFileSync } from 'node:fs';
import { loadOpenApi, operationsById } from '@tickscope/schemas';
import { expect, test } from 'vitest';

const ROUTES = new URL('./routes/', import.meta.url);
const STATUSES = ['200', '400', '401', '403', '404', '409', '429'];

/** `401-403-429.integration.test.ts` tests 401, 403 and 429. */
const TEST_FILE = /^(\d{3}(?:-\d{3})*)(\.integration)?\.test\.ts$/;

/** The statuses that the folder of each operation has tests of. */
function testedStatuses(): Map<string, Set<string>> {
  const folders = readdirSync(ROUTES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.map(({ name }) => {
      const folder = new URL(`${name}/`, ROUTES);
      const id = /^ {2}id: '(\w+)',$/m.exec(readFileSync(new URL('handler.ts', folder), 'utf8'))?.[1];
      if (id === undefined) throw new Error(`routes/${name}/handler.ts names no operation`);
      const statuses = readdirSync(folder).flatMap((file) => TEST_FILE.exec(file)?.[1]?.split('-') ?? []);
      return [id, new Set(statuses)];
    }),
  );
}

test('every status that an operation documents has a test in the folder of its route', () => {
  const tested = testedStatuses();
  const operations = [...operationsById(loadOpenApi())];
  const rows = operations.map(([id, { operation }]) => {
    const cells = STATUSES.map((status) => {
      if (!(status in operation.responses)) return 'n/a';
      return tested.get(id)?.has(status) === true ? 'yes' : 'HOLE';
    });
    return [id, ...cells];
  });
  const table = [['operation', ...STATUSES], ...rows]
    .map(([id, ...cells]) => `${id!.padEnd(22)}${cells.map((cell) => cell.padStart(6)).join('')}`)
    .join('\n');
  process.stdout.write(`\n${table}\n\n`);
  expect(rows.filter((cells) => cells.includes('HOLE'))).toEqual([]);
  expect([...tested.keys()].toSorted()).toEqual(operations.map(([id]) => id).toSorted());
});
