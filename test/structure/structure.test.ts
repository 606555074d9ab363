import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isTest, ROOT, resolveRelative, type SourceFile, sourceFiles, workspaceOf } from './source-files.js';

const files = sourceFiles();
const sources = files.filter((file) => !isTest(file));

/** Where a pattern is found, as `path:line`. */
function placesOf(pattern: RegExp, among: readonly SourceFile[] = sources): string[] {
  return among.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}`] : [])),
  );
}

test('the list of files holds all workspaces', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(new Set(sources.map(({ path }) => workspaceOf(path))).size).toBeGreaterThan(14);
});

test('no import crosses a package by a relative path', () => {
  const isPackage = (path: string): boolean => /^(packages|apps)\//.test(path);
  const crossing = files.flatMap(({ path, imports }) =>
    imports.flatMap((module) => {
      const target = resolveRelative(path, module);
      if (target === null || workspaceOf(target) === workspaceOf(path)) return [];
      return isPackage(target) || isPackage(path) ? [`${path} imports ${target}`] : [];
    }),
  );
  expect(crossing).toEqual([]);
});

test('there is one type of slot range, of transaction position, of instruction position and of feed cursor', () => {
  const declared = (pattern: RegExp): string[] => placesOf(pattern).map((place) => place.split(':')[0]!);
  expect(declared(/^(export )?(interface|type) (SlotRange|SlotSpan|Span|Hole)\b/)).toEqual([
    'packages/core/chain/src/slot-range.ts',
    'packages/operate/command-line/src/slot-lists.ts',
  ]);
  expect(declared(/^(export )?(interface|type) (TxPosition|Position|Place)\b/)).toEqual([
    // The simulator plans blocks whose slot is not known yet.
    'apps/simulator/src/synthetic/dex/sandwich/victim-search.ts',
    'apps/simulator/src/synthetic/dex/trade.ts',
    'packages/core/chain/src/tx-position.ts',
  ]);
  expect(declared(/^(export )?(interface|type) InstructionPosition\b/)).toEqual([
    'packages/core/dex/src/swap.ts',
  ]);
  expect(declared(/^(export )?(interface|type) Feed(Cursor|Position)\b/)).toEqual([
    'packages/serve/queries/src/feed/feed-cursor.ts',
  ]);
});

test('no handler casts what the API document types', () => {
  const routes = sources.filter(({ path }) => path.startsWith('apps/api/src/routes/'));
  expect(routes.filter(({ path }) => path.endsWith('/handler.ts')).length).toBeGreaterThan(18);
  expect(placesOf(/\bbody as\b|\bas (Request|Response)\b|pathParameters\[/, routes)).toEqual([]);
});

test('no row is read by position outside of the definition of a query', () => {
  const others = sources.filter(
    ({ path }) => !/^packages\/core\/store\/src\/(query|connection)\//.test(path),
  );
  expect(placesOf(/\bqueryRows\b|\bformat: 'JSONCompact/, others)).toEqual([]);
});

/** Further imports from ClickHouse's client library, and why. */
const CLIENT_LIBRARY: Record<string, string> = {
  'apps/api/src/database/failure.ts': "ClickHouse's errors as reasons for a caller",
  'packages/core/store/src/is-unreachable.ts': "ClickHouse's errors as outages",
  'packages/core/store/src/query/tuples.ts': 'its type of tuples in parameters',
};

test('ClickHouse is reached through the three parts of an open store', () => {
  const beside = sources.filter(({ path }) => !path.startsWith('packages/core/store/src/connection/'));
  expect(placesOf(/\b(ClickHouseClient|createClient)\b/, beside)).toEqual([]);
  const importers = beside.filter(({ imports }) => imports.includes('@clickhouse/client'));
  expect(importers.map(({ path }) => path).sort()).toEqual(Object.keys(CLIENT_LIBRARY).sort());
});

test('the programs read their settings in one place', () => {
  const readers = new Set(placesOf(/process\.env\b/).map((place) => place.split(':')[0]!));
  const allowed = [
    /^packages\/core\/config\//,
    // The operator's command line: its own few variables, and the environment of the processes that it starts.
    /^(apps\/(cli|ops)|packages\/operate\/command-line)\//,
    // Where the development server of the explorer finds an API.
    /^apps\/web\/vite\.config\.ts$/,
    // PATH for child processes.
    /^packages\/operate\/embedded\//,
    // Run by the reader, with the reader's key.
    /^packages\/serve\/sdk\/examples\//,
    // The number of one of several processes, from the process that starts it.
    /^apps\/api\/src\/processes\/group-member\.ts$/,
    // The text of a sample.
    /^apps\/api\/src\/system\/code-samples\.ts$/,
  ];
  expect([...readers].filter((path) => !allowed.some((pattern) => pattern.test(path)))).toEqual([]);
});

test('links and citations in documents and comments resolve', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-docs.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect({ status, output: status === 0 ? '' : `${stdout}${stderr}` }).toEqual({ status: 0, output: '' });
});

test('the changelog has one line for each change, and 30 for the first release', () => {
  const [, ...releases] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const first = releases.pop()!.split('\n');
  const later = releases.flatMap((release) => release.split('\n').slice(1));
  expect(later.filter((line) => !/^(- .+|### .+|)$/.test(line))).toEqual([]);
  expect([first[0]!.slice(0, 5), first.length <= 30]).toEqual(['0.1.0', true]);
});

/** Why each is one file all the same. */
const LONG_FILES: Record<string, string> = {
  'packages/core/chain/src/tips/tip-services.ts': 'data: 239 tip accounts with their sources',
  'packages/core/store/src/sandwiches/sandwich-rows.ts': 'one row encoder of a sandwich and its legs',
  'packages/core/store/src/trades/trade-rows.ts': 'one row reader for each table of trades',
  'apps/web/src/pages/account.tsx': 'a page, card by card',
  'apps/web/src/pages/wallet.tsx': 'a page, card by card',
  'packages/core/chain/src/get-block.ts': 'one format, field by field',
  'packages/core/chain/src/protobuf.ts': 'one format, message by message',
  'packages/core/config/src/variables.ts': 'a table with help texts',
  'packages/core/dex/src/errors/program-errors.ts': 'a table, program by program',
  'packages/core/dex/src/swap.ts': 'types, each field with its comment',
  'packages/core/pipeline/src/detect/live-detection.ts': 'one state machine',
  'packages/core/pipeline/src/import-file.ts': 'one pass over files, step by step',
  'packages/core/pipeline/src/queue/spill/spill.ts': 'one state machine on disk',
  'packages/core/sandwich/src/model/address-lists.ts': 'one data structure, written for speed',
  'packages/core/sandwich/src/model/window.ts': 'one data structure, written for speed',
  'packages/core/store/src/writer/block-writer.ts': 'one write of a batch, step by step',
};

test('files of more than 300 lines are on the list, with a reason', () => {
  const long = sources.filter(({ path, lines }) => lines > 300 && /^(apps|packages)\//.test(path));
  expect(long.map(({ path }) => path).sort()).toEqual(Object.keys(LONG_FILES).sort());
});
