import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ApiUnderTest, startApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { toBase58 } from '@tickscope/chain';
import { found, plant, signatureAt, storeBlocks, write } from '@tickscope/testkit/store/planted-sandwiches';
import { address } from '@tickscope/testkit/traded-block';
import { NODES } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../support/browser.js';
import { nodeOf } from '../support/node-version.js';
import { type PageServer, pageOf, servePage } from '../support/page-server.js';
import { ROOT, TSC } from '../support/paths.js';
import { sharedBrowser } from '../support/shared-browser.js';

const run = promisify(execFile);
const SDK = join(ROOT, 'packages/serve/sdk');
const PROGRAM = readFileSync(new URL('./pages/sdk-package.js', import.meta.url), 'utf8');
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const plants = Array.from({ length: 3 }, (_, at) => plant(800 + at));
const QUESTION = {
  signature: signatureAt(plants[1]!, 1),
  account: address('pool'),
  unknown: toBase58(new Uint8Array(64).fill(7)),
};

interface Manifest {
  exports: Record<string, Record<string, string>>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  private?: boolean;
  license: string;
}

/** Package as its users get it: `npm pack`, installed into an empty folder. */
describe('the package of the SDK', () => {
  let folder: string;
  let installed: string;
  let api: ApiUnderTest;
  let page: PageServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tickscope-sdk-package-'));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder });
    installed = join(folder, 'node_modules', '@tickscope', 'sdk');
    page = await servePage('127.0.0.1', fileAt);
    api = await startApiUnderTest({ auth: 'off', corsOrigins: [page.origin] });
    await storeBlocks(api, plants);
    await write(api, ...plants.map((each) => found(each)));
  }, 480_000);
  afterAll(async () => {
    await page?.close();
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function fileAt(path: string): { type: string; body: string | Buffer } | null {
    if (path === '/') return pageOf('/program.js');
    // A page names the module by its address; a bundler or an import map would do it by its name.
    if (path === '/program.js')
      return { type: JAVASCRIPT, body: PROGRAM.replace("'@tickscope/sdk'", "'/sdk/index.js'") };
    if (path === '/sdk/index.js')
      return { type: JAVASCRIPT, body: readFileSync(join(installed, 'dist', 'index.js')) };
    return null;
  }

  const question = (): object => ({ ...QUESTION, baseUrl: `${api.url}/api` });
  const expected = {
    verdict: 'sandwiched',
    roles: ['frontrun', 'backrun'],
    rows: [0, 1, 2].flatMap((at) => [0, 1, 2].map((index) => `${800 + at}.${index}`)),
    sandwiches: ['802.0.0.-1.0', '801.0.0.-1.0', '800.0.0.-1.0'],
    failure: ['TickscopeError', 'api_error', 404],
    firstEvent: 'stopped',
  };

  it('needs no other package', () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
    expect([manifest.dependencies, manifest.peerDependencies, manifest.private]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@tickscope',
    ]);
    expect(readdirSync(join(folder, 'node_modules', '@tickscope'))).toEqual(['sdk']);
  });

  it('has its module, types, licence, notes on what it contains, README and examples', () => {
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files).toEqual(
      expect.arrayContaining([
        ...['LICENSE', 'README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/api-types.d.ts'],
        ...['dist/THIRD-PARTY-LICENSES.txt', 'examples/live-feed.mjs'],
      ]),
    );
    // Declarations of tests, sources and settings are not for its users.
    expect(files.filter((name) => /test|tsconfig|^src/.test(name))).toEqual([]);
    const { exports, license } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    ) as Manifest;
    expect(license).toBe('Apache-2.0');
    for (const entry of Object.values(exports))
      for (const [condition, target] of Object.entries(entry))
        if (condition !== 'tickscope:source') expect(files).toContain(target.slice('./'.length));
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
  });

  it.each(['NodeNext', 'Preserve'])(
    'has types that hold for a strict program (module %s)',
    async (module) => {
      const program = `import { createTickscope, TickscopeError } from '@tickscope/sdk';
const client = createTickscope({ baseUrl: 'http://127.0.0.1/api' });
const { data } = await client.checkSandwichFast({ signature: 'x' });
export const verdicts: ('sandwiched' | 'not_sandwiched' | 'unknown')[] = data.results.map(({ verdict }) => verdict);
export async function* ids(): AsyncGenerator<string> {
  for await (const { id } of client.rows.listSandwiches()) yield id;
}
export const isError = (error: unknown): error is TickscopeError => error instanceof TickscopeError;
// @ts-expect-error the signature is missing
void client.getTransaction({});
`;
      writeFileSync(join(folder, 'program.ts'), program);
      const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'ES2023'];
      const library = ['--lib', 'ES2023,DOM', '--module', module];
      const { stdout } = await run(
        process.execPath,
        [TSC, '--ignoreConfig', ...options, ...library, 'program.ts'],
        { cwd: folder },
      ).catch((error: { stdout: string }) => error);
      expect(stdout).toBe('');
    },
  );

  it.for(NODES)('runs with Node %i', { timeout: 480_000 }, async (major, context) => {
    const node = nodeOf(major);
    if ('missing' in node) return context.skip(node.missing);
    writeFileSync(join(folder, 'program.mjs'), PROGRAM);
    const { stdout } = await run(node.path, ['program.mjs', JSON.stringify(question())], {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
    });
    expect(JSON.parse(stdout)).toEqual({ ...expected, runtime: `node ${major}` });
  });

  it.skipIf(CHROMIUM === null)('runs in a browser', async () => {
    const tab = await (await sharedBrowser()).newPage();
    await tab.goto(page.origin);
    await tab.waitForFunction('globalThis.answer !== undefined');
    const answer = await tab.evaluate(`globalThis.answer(${JSON.stringify(question())})`);
    expect(answer).toEqual({ ...expected, runtime: 'browser' });
    await tab.close();
  });
});
