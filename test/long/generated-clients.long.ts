import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lint } from '@redocly/openapi-core';
import type { ApiUnderTest } from '@tickscope/api/testing/api-under-test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileStrictly,
  EXPECTED,
  printed,
  startDocumentedApi,
  writeDocument,
} from '../support/generated-client.js';
import { ROOT } from '../support/paths.js';

const run = promisify(execFile);
/** From a registry: together they are larger than everything else that the repository installs. */
const GENERATORS = join(ROOT, 'test/clients');

/** The settings of a generator, and a program that uses its client; `BASE_URL` is the address of the API. */
interface Client {
  name: string;
  /** The program of its package, and its arguments. */
  command: string;
  args: (document: string) => string[];
  files?: Record<string, string>;
  program: string;
}

const CLIENTS: Client[] = [
  {
    name: 'orval (fetch)',
    command: 'orval',
    args: () => ['--config', 'orval.config.cjs'],
    files: {
      'orval.config.cjs': `module.exports = { api: {
        input: './openapi.json',
        output: { target: './orval/api.ts', client: 'fetch', mode: 'single', baseUrl: BASE_URL },
      } };`,
    },
    program: `import { getSlot, listSlots } from './orval/api';
const list = await listSlots({ limit: 2, before_slot: 900 });
if (list.status !== 200) throw new Error(JSON.stringify(list.data));
const slots: number[] = list.data.data.slots.map(({ slot }) => slot);
const slot = await getSlot(802, { votes: false, limit: 1 });
console.log(JSON.stringify({ slots, slot: slot.status === 200 ? slot.data.data.slot : null }));
`,
  },
  {
    name: '@hey-api/openapi-ts',
    command: 'openapi-ts',
    args: (document) => ['-i', document, '-o', 'hey', '-c', '@hey-api/client-fetch'],
    program: `import { getSlot, listSlots } from './hey';
import { client } from './hey/client.gen';
client.setConfig({ baseUrl: BASE_URL });
const { data } = await listSlots({ query: { limit: 2, before_slot: 900 }, throwOnError: true });
const slots: number[] = data.data.slots.map(({ slot }) => slot);
const slot = await getSlot({ path: { slot: 802 }, query: { votes: false, limit: 1 }, throwOnError: true });
console.log(JSON.stringify({ slots, slot: slot.data.data.slot }));
`,
  },
  {
    name: 'swagger-typescript-api',
    command: 'swagger-typescript-api',
    args: (document) => ['generate', '-p', document, '-o', 'swagger', '-n', 'api.ts'],
    program: `import { Api } from './swagger/api';
const api = new Api({ baseUrl: BASE_URL });
const { data } = await api.slots.listSlots({ limit: 2, before_slot: 900 });
const slots: number[] = data.data.slots.map(({ slot }) => slot);
const slot = await api.slots.getSlot(802, { votes: false, limit: 1 });
console.log(JSON.stringify({ slots, slot: slot.data.data.slot }));
`,
  },
];

/** Without a registry, what needs its packages is skipped, and counted as that. */
const hasRegistry = await run('npm', ['view', 'orval', 'version', '--fetch-retries=0']).then(
  () => true,
  () => false,
);

async function installGenerators(folder: string): Promise<void> {
  for (const file of ['package.json', 'package-lock.json'])
    cpSync(join(GENERATORS, file), join(folder, file));
  // Their install steps only report who installs them, or check a program that another package brings.
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  // The compiler finds what the programs use beside the generated files.
  const types = join(folder, 'node_modules/@types/node');
  if (!existsSync(types)) symlinkSync(join(ROOT, 'node_modules/@types/node'), types);
}

describe('the document of a running server', () => {
  let api: ApiUnderTest;
  let folder: string;
  let document: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tickscope-clients-'));
    if (hasRegistry) await installGenerators(folder);
    api = await startDocumentedApi();
    document = await writeDocument(api, folder);
  }, 600_000);
  afterAll(async () => {
    await api?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a program of the installed packages; its output if it fails, too. */
  async function tool(command: string, args: readonly string[]): Promise<string> {
    const { stdout, stderr } = await run(join(folder, 'node_modules/.bin', command), args, {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: { stdout: string; stderr: string }) => error);
    return stdout + stderr;
  }

  it.skipIf(!hasRegistry).each(CLIENTS)(
    'makes a client with $name that compiles strictly, takes numbers as numbers, and is answered (skipped without a registry)',
    async ({ name, command, args, files = {}, program }) => {
      const filled = (text: string) => text.replaceAll('BASE_URL', JSON.stringify(`${api.url}/api`));
      for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), filled(text));
      const said = await tool(command, args(document));
      const file = `${command}.ts`;
      writeFileSync(join(folder, file), filled(program));
      expect([name, said, await compileStrictly(folder, file)]).toEqual([name, said, '']);
      expect(await printed(folder, file)).toEqual(EXPECTED);
    },
    300_000,
  );

  it.skipIf(!hasRegistry)(
    'has no error by the rules of Spectral (skipped without a registry)',
    async () => {
      writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
      const found = await tool('spectral', [
        'lint',
        document,
        '--format',
        'json',
        '--quiet',
        '--fail-severity',
        'error',
      ]);
      const problems = JSON.parse(found) as { severity: number; code: string; path: string[] }[];
      expect(problems.filter(({ severity }) => severity === 0)).toEqual([]);
      // It did look: the document names no contact.
      expect(problems.map(({ code }) => code)).toContain('info-contact');
    },
    300_000,
  );

  it('has no error by the rules of Redocly', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lint({ ref: document, config });
    expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([]);
  });
});
