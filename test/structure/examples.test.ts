import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { docComments } from './doc-comments.js';
import { isTest, ROOT, sourceFiles, workspaceOf } from './source-files.js';

/** Functions and classes that a user of a package begins with. */
const MAIN: Record<string, readonly string[]> = {
  'packages/core/chain': [
    ...['decodeGeyserUpdate', 'SlotAssembler', 'parseGetBlock', 'transactionPositions', 'accountLocks'],
    ...['toBase58', 'pubkeyFromBase58', 'recognize'],
  ],
  'packages/core/dex': [
    ...['extractBlockTrades', 'extractTrades', 'explainTransaction', 'dexOfProgram', 'isPublicProgram'],
    ...['poolLabel', 'mintSymbol'],
  ],
  'packages/core/sandwich': [
    ...['detectSandwiches', 'createSandwichDetector', 'victimsAtWindow', 'countsAtWindow', 'lossMeasuresOf'],
    'positionId',
  ],
  'packages/serve/sdk': ['createTickscope', 'recognize'],
};

/** Answers of the API that the SDK's examples ask, by path. */
const ANSWERS: Record<string, object> = {
  '/api/mev/check-sandwich-fast': { data: { results: [{ verdict: 'sandwiched' }] } },
  '/api/mev/check-wallet': { success: true, jobId: 'one', status: 'queued' },
  '/api/mev/job-status/one': { state: 'completed', progress: 100, data: { trades: [{}, {}] } },
  '/api/mev/sandwiches': { data: { sandwiches: [{ id: '370537741.812.2.-1.0' }], next_cursor: null } },
};
const FEED = 'id: 7\nevent: sandwich\ndata: {"id":"370537741.812.2.-1.0"}\n\n';

interface Example {
  workspace: string;
  /** The function or class that it is about, with its number there. */
  name: string;
  code: string;
}

/** A line `expression; // => value`. */
const RESULT = /^(.+); \/\/ => (.+)$/gm;

const examples: Example[] = sourceFiles()
  .filter((file) => !isTest(file) && workspaceOf(file.path) in MAIN)
  .flatMap(({ path, text }) =>
    docComments(text).flatMap((comment) => examplesOf(workspaceOf(path), comment)),
  );

function examplesOf(workspace: string, { text, subject }: ReturnType<typeof docComments>[number]): Example[] {
  const name = /^export (?:async )?(?:function|class) (\w+)/.exec(subject)?.[1] ?? subject;
  return [...text.matchAll(/@example\n```ts\n([\s\S]*?)\n```/g)].map(([, code], index) => ({
    workspace,
    name: `${name} ${index + 1}`,
    code: code!,
  }));
}

/** Makes an example export its results, each beside the value that its comment states. */
const asModule = (code: string): string =>
  `export const results = [];\n${code.replaceAll(RESULT, 'results.push([$1, $2]);')}\n`;

let folder: string;
beforeAll(() => {
  // Inside the repository, so that the examples find its packages.
  const parent = join(ROOT, 'test/structure/.examples');
  mkdirSync(parent, { recursive: true });
  folder = mkdtempSync(join(parent, 'run-'));
  vi.stubGlobal('fetch', (url: string | URL | Request) => {
    const { pathname } = new URL(url instanceof Request ? url.url : url);
    if (pathname !== '/api/mev/stream') return Promise.resolve(Response.json(ANSWERS[pathname]));
    return Promise.resolve(new Response(FEED, { headers: { 'Content-Type': 'text/event-stream' } }));
  });
});
afterAll(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

test.each(Object.entries(MAIN).flatMap(([workspace, names]) => names.map((name) => [workspace, name])))(
  '%s: %s has an example',
  (workspace, name) => {
    expect(examples.some((one) => one.workspace === workspace && one.name === `${name} 1`)).toBe(true);
  },
);

test.each(examples)('$workspace: the example $name gives what it says', async ({ workspace, name, code }) => {
  expect(code.split('\n').at(-1)).toMatch(/; \/\/ => /);
  const path = join(folder, `${workspace}-${name}.ts`.replaceAll(/[/ ]/g, '-'));
  writeFileSync(path, asModule(code));
  const { results } = (await import(path)) as { results: [actual: unknown, stated: unknown][] };
  for (const [actual, stated] of results) expect(actual).toEqual(stated);
});
