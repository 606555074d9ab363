import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrateAccounts } from '@tickscope/accounts';
import {
  type EmbeddedClickHouse,
  type EmbeddedPostgres,
  lockDataDir,
  postgresUrl,
  startClickHouse,
  startPostgres,
} from '@tickscope/embedded';
import { type Simulator, startSimulator } from '@tickscope/simulator';
import { NODES } from '@tickscope/testkit/whole';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { nodeOf } from '../support/node-version.js';
import { ROOT } from '../support/paths.js';
import { within } from '../support/within.js';

const run = promisify(execFile);
const PROGRAMS = ['ingester', 'api'] as const;
const HANGS_AFTER_MS = 240_000;
type Program = (typeof PROGRAMS)[number];

/** A program as a file of infra/ starts it. */
interface Start {
  command: string[];
  /** All of its environment. */
  environment: Record<string, string>;
  folder: string;
}

/** The programs, started with exactly the flags and the environment of the units, and of the compose file. */
describe('what infra/ starts', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickscope-infra-'));
  const image = join(dir, 'image');
  const closers: (() => unknown)[] = [];
  let clickhouse: EmbeddedClickHouse;
  let postgres: EmbeddedPostgres;
  let simulator: Simulator;
  let databaseUrl: string;

  beforeAll(async () => {
    const lock = await lockDataDir(join(dir, 'data'));
    closers.push(() => lock.release());
    clickhouse = await startClickHouse({ dataDir: join(dir, 'data'), lock });
    closers.push(() => clickhouse.stop());
    postgres = await startPostgres({ dataDir: join(dir, 'data'), lock });
    closers.push(() => postgres.stop());
    await migrateAccounts(postgresUrl(postgres.url, postgres.users.owner), {
      appRole: postgres.users.app.user,
    });
    databaseUrl = postgresUrl(postgres.url, postgres.users.app);
    simulator = await startSimulator({
      generate: { seed: 'infra', slots: 2_000, transactionsPerSlot: 20, slotMs: 400 },
      pace: { slotMs: 200, retentionSlots: 500 },
    });
    closers.push(() => simulator.stop());
    await run(process.execPath, [join(ROOT, 'scripts/image-tree.mjs'), image]);
  }, 480_000);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
    rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  /** Settings that an operator writes: servers of their own, here with ports that are free. */
  async function settingsOf(program: Program): Promise<Record<string, string>> {
    const { user, password } = clickhouse.users[program === 'api' ? 'reader' : 'owner'];
    return {
      CLICKHOUSE_URL: clickhouse.url,
      CLICKHOUSE_USER: user,
      CLICKHOUSE_PASSWORD: password,
      DATABASE_URL: databaseUrl,
      ...(program === 'api'
        ? { API_PORT: await freePort(), METRICS_PORT: await freePort() }
        : { GEYSER_ENDPOINT: simulator.endpoint, INGESTER_PORT: await freePort() }),
    };
  }

  async function fromUnit(program: Program): Promise<Start> {
    const lines = readFileSync(`${ROOT}infra/systemd/tickscope-${program}.service`, 'utf8').split('\n');
    const valuesOf = (key: string): string[] =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    expect(valuesOf('WorkingDirectory')).toEqual(['/opt/tickscope']);
    const [binary, ...args] = valuesOf('ExecStart')[0]!.split(' ');
    expect(binary).toBe('/usr/bin/node');
    const own = Object.fromEntries(
      valuesOf('Environment')
        .flatMap((line) => line.split(' '))
        .map((pair) => pair.split('=') as [string, string]),
    );
    return {
      command: [process.execPath, ...args],
      // The file prevails over the unit's own (systemd.exec(5), EnvironmentFile=).
      environment: { ...withStateIn(own, join(dir, 'state')), ...(await settingsOf(program)) },
      folder: ROOT,
    };
  }

  async function fromCompose(program: Program): Promise<Start> {
    const { services } = parse(readFileSync(`${ROOT}infra/docker-compose.yaml`, 'utf8'), { merge: true }) as {
      services: Record<Program, { command: string[]; environment: Record<string, string> }>;
    };
    const { command, environment } = services[program];
    const settings = await settingsOf(program);
    // Addresses, users and ports of its network are those of this test; the rest is as it stands there.
    const fixed = withStateIn(environment, join(dir, 'volume'));
    for (const name of Object.keys(fixed))
      if (name in settings) fixed[name] = settings[name]!;
      else if (name.endsWith('_HOST')) fixed[name] = '127.0.0.1';
    const node = nodeOf(NODES.at(-1)!);
    return {
      command: ['path' in node ? node.path : process.execPath, ...command.slice(1)],
      environment: { NODE_ENV: 'production', ...settings, ...fixed },
      folder: image,
    };
  }

  it.each([
    ['the systemd units', fromUnit],
    ['the compose file, in the tree of its image', fromCompose],
  ] as const)('%s: ingests, and answers', { timeout: 900_000 }, async (_, read) => {
    const children: ChildProcess[] = [];
    try {
      const ingester = await read('ingester');
      const api = await read('api');
      const logs: string[] = [];
      for (const start of [ingester, api]) children.push(begin(start, logs));
      const ready = (port: string | undefined, path: string) => async (): Promise<boolean> =>
        (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
      const isReady = await within(HANGS_AFTER_MS, ready(ingester.environment['INGESTER_PORT'], '/readyz'));
      expect(isReady, logs.join('').slice(-2_000)).toBe(true);
      expect(
        await within(HANGS_AFTER_MS, ready(api.environment['API_PORT'], '/readyz')),
        logs.join('').slice(-3_000),
      ).toBe(true);
      expect(await within(HANGS_AFTER_MS, ready(api.environment['METRICS_PORT'], '/metrics'))).toBe(true);
      const head = async (): Promise<boolean> => {
        const text = await (
          await fetch(`http://127.0.0.1:${ingester.environment['INGESTER_PORT']}/metrics`)
        ).text();
        return Number(/^tickscope_blocks_written_total (\d+)/m.exec(text)?.[1] ?? 0) > 3;
      };
      expect(await within(HANGS_AFTER_MS, head), logs.join('').slice(-2_000)).toBe(true);
      const ended = children.map((child) => endOf(child));
      for (const child of children) child.kill('SIGTERM');
      expect(await Promise.all(ended)).toEqual([0, 0]);
    } finally {
      for (const child of children) child.kill('SIGKILL');
    }
  });

  it('the tree of the image has its licences and its bill of materials, and nothing for development', async () => {
    const sbom = JSON.parse(readFileSync(join(image, 'sbom.json'), 'utf8')) as {
      bomFormat: string;
      components: { name: string; group?: string }[];
    };
    expect(sbom.bomFormat).toBe('CycloneDX');
    const licences = readFileSync(join(image, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    for (const name of ['express', 'pg', 'pino', 'zod']) {
      expect(sbom.components.map((one) => one.name)).toContain(name);
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    const { stdout } = await run('find', [
      image,
      '-name',
      '*.d.ts',
      '-o',
      '-name',
      'chdb',
      '-o',
      '-name',
      'vitest',
    ]);
    expect(stdout).toBe('');
  });

  function withStateIn(environment: Record<string, string>, folder: string): Record<string, string> {
    mkdirSync(folder, { recursive: true });
    return Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, value.replace('/var/lib/tickscope', folder)]),
    );
  }
});

function begin(
  { command: [binary = '', ...args], environment, folder }: Start,
  logs: string[],
): ChildProcess {
  const child = spawn(binary, args, {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => logs.push(String(text)));
  return child;
}

function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
