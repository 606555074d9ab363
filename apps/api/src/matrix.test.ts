import { readdirSync, readFileSync } from 'node:fs';
import { loadOpenApi, operationsById } from '@tickscope/schemas';
import { expect, test } from 'vitest';
import { OPERATIONS } from './operations.js';

const ROUTES = new URL('./routes/', import.meta.url);
/** Each test in it goes through all operations of the document. */
const EVERY_OPERATION = new URL('./statuses/', import.meta.url);
const STATUSES = ['200', '400', '401', '403', '404', '405', '409', '413', '415', '429', '503'];
/** Tested for every operation, although the document of an operation cannot describe other methods. */
const UNDOCUMENTED = '405';

/** `401-403-429.integration.test.ts` tests 401, 403 and 429. */
const TEST_FILE = /^(\d{3}(?:-\d{3})*)(\.integration)?\.test\.ts$/;
/** A file without one of these calls has no test. */
const TEST_CALL = /\b(test|it)(\.each|\.for|\.skipIf)?\(/;

/** The statuses that a folder has tests for. */
function statusesIn(folder: URL): string[] {
  return readdirSync(folder)
    .filter((file) => TEST_CALL.test(readTest(new URL(file, folder))))
    .flatMap((file) => TEST_FILE.exec(file)?.[1]?.split('-') ?? []);
}

/** The statuses that each operation has tests for. */
function testedStatuses(): Map<string, Set<string>> {
  const shared = statusesIn(EVERY_OPERATION);
  const folders = readdirSync(ROUTES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.map(({ name }) => {
      const folder = new URL(`${name}/`, ROUTES);
      const id = /\bdefineOperation\('(\w+)',/.exec(readFileSync(new URL('handler.ts', folder), 'utf8'))?.[1];
      if (id === undefined) throw new Error(`routes/${name}/handler.ts names no operation`);
      return [id, new Set([...shared, ...statusesIn(folder)])];
    }),
  );
}

function readTest(file: URL): string {
  return TEST_FILE.test(file.pathname.split('/').at(-1) ?? '') ? readFileSync(file, 'utf8') : '';
}

/** A row per operation: its id, and for each status whether it is tested, untested, or impossible. */
function matrixOf(
  operations: ReadonlyMap<string, readonly string[]>,
  tested: ReadonlyMap<string, ReadonlySet<string>>,
): string[][] {
  return [...operations].map(([id, documented]) => [
    id,
    ...STATUSES.map((status) => {
      if (!documented.includes(status) && status !== UNDOCUMENTED) return 'n/a';
      return tested.get(id)?.has(status) === true ? 'yes' : 'HOLE';
    }),
  ]);
}

const holesIn = (rows: readonly string[][]) => rows.filter((cells) => cells.includes('HOLE'));

const documented = new Map(
  [...operationsById(loadOpenApi())].map(([id, { operation }]) => [id, Object.keys(operation.responses)]),
);

test('every status that an operation documents has a test, and so has 405', () => {
  const tested = testedStatuses();
  const rows = matrixOf(documented, tested);
  const table = [['operation', ...STATUSES], ...rows]
    .map(([id, ...cells]) => `${id!.padEnd(22)}${cells.map((cell) => cell.padStart(6)).join('')}`)
    .join('\n');
  process.stdout.write(`\n${table}\n\n`);
  expect(holesIn(rows)).toEqual([]);
});

test('operations, documents and folders of routes are the same ones', () => {
  const ids = OPERATIONS.map(({ id }) => id).toSorted();
  expect(ids.length).toBeGreaterThan(12);
  expect([...documented.keys()].toSorted()).toEqual(ids);
  expect([...testedStatuses().keys()].toSorted()).toEqual(ids);
});

test('an operation without tests, or without those of one status, is a hole', () => {
  const operations = new Map([
    ['whole', ['200', '401']],
    ['untested', ['200']],
    ['partly', ['200', '429']],
  ]);
  const tested = new Map([
    ['whole', new Set(['200', '401', '405'])],
    ['partly', new Set(['200', '405'])],
  ]);
  expect(holesIn(matrixOf(operations, tested)).map(([id]) => id)).toEqual(['untested', 'partly']);
});
