import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics as apiMetrics } from '@tickscope/api/metrics';
import { API_VARIABLES, INGESTER_VARIABLES } from '@tickscope/config';
import { POSTGRES_DATABASE, POSTGRES_USERS } from '@tickscope/embedded';
import { createMetrics as ingesterMetrics } from '@tickscope/ingester/metrics';
import { API_MEMORY, INGESTER_MEMORY } from '@tickscope/ops/memory-settings';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/paths.js';

interface Service {
  image?: string;
  build?: { context: string };
  environment: Record<string, string>;
  env_file?: { path: string; required: boolean }[];
  command?: string[];
  ports?: string[];
  restart?: string;
  logging?: { driver: string; options: Record<string, string> };
  profiles?: string[];
  user?: string;
  read_only?: boolean;
  security_opt?: string[];
  cap_drop?: string[];
  mem_limit?: string;
  ulimits?: { nofile: number };
  healthcheck?: { test: string[] };
  init?: boolean;
  volumes?: string[];
}
const composeText = readFileSync(`${ROOT}infra/docker-compose.yaml`, 'utf8');
const compose = parse(composeText, { merge: true }) as { services: Record<string, Service> };

/** Variables that the C library reads (mallopt(3), "Environment variables"). */
const OF_GLIBC: ReadonlySet<string> = new Set(['MALLOC_MMAP_THRESHOLD_', 'MALLOC_ARENA_MAX']);

const VARIABLES = { api: API_VARIABLES, ingester: INGESTER_VARIABLES };
const PROGRAMS = ['api', 'ingester'] as const;
/** Sends what `WatchdogSec=` waits for. */
const WATCHDOG = '--import ./infra/systemd/watchdog.mjs';

function unitOf(program: (typeof PROGRAMS)[number]): string[] {
  return readFileSync(`${ROOT}infra/systemd/tickscope-${program}.service`, 'utf8').split('\n');
}

/**
 * Decides whether a .dockerignore keeps a path out, as its reference says: patterns are of the root, the last one that
 * fits decides, `!` takes back, `**` stands for any folders, `*` for anything but a slash; a folder goes with all that
 * is in it.
 */
function ignoredBy(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const parts: Record<string, string> = { '**/': '(?:.*/)?', '*': '[^/]*', '.': '\\.' };
      const pattern = line.replace(/^!/, '').replaceAll(/\*\*\/|\*|\./g, (part) => parts[part] ?? '');
      return { isKept: line.startsWith('!'), expression: new RegExp(`^${pattern}(?:/|$)`) };
    });
  return (path) => rules.findLast(({ expression }) => expression.test(path))?.isKept === false;
}

describe('the files for containers, which are not run here', () => {
  it('set only variables that the program reads', () => {
    for (const program of PROGRAMS)
      for (const name of Object.keys(compose.services[program]!.environment))
        if (!OF_GLIBC.has(name)) expect(Object.keys(VARIABLES[program]), name).toContain(name);
  });

  it('let every setting be set: what a program does not get from its network or its volumes, from a file', () => {
    for (const program of PROGRAMS) {
      const { env_file, environment } = compose.services[program]!;
      // Without GEYSER_ENDPOINT the ingester would not start.
      expect(env_file).toEqual([{ path: `${program}.env`, required: program === 'ingester' }]);
      const fixed = Object.keys(environment).filter((name) => !OF_GLIBC.has(name));
      const ofNetwork = /^(CLICKHOUSE_(URL|USER|PASSWORD)|DATABASE_URL|SPILL_DIR|[A-Z]+_(HOST|PORT))$/;
      expect(fixed.filter((name) => !ofNetwork.test(name))).toEqual([]);
      expect(unitOf(program)).toContain(`EnvironmentFile=/etc/tickscope/${program}.env`);
    }
  });

  it('run without rights that they do not need, in bounded memory, and are looked at', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      expect([name, service.read_only, service.security_opt]).toEqual([
        name,
        true,
        ['no-new-privileges:true'],
      ]);
      expect([name, service.mem_limit]).toEqual([name, expect.stringMatching(/\dg\}?$|\dm$/)]);
      if (name !== 'migrate') expect([name, service.healthcheck?.test.length]).not.toEqual([name, undefined]);
    }
    for (const name of ['api', 'ingester', 'migrate'])
      expect(compose.services[name]).toMatchObject({ user: 'node', cap_drop: ['ALL'] });
    for (const name of ['api', 'ingester', 'migrate', 'clickhouse', 'postgres', 'proxy'])
      expect(compose.services[name]!.ulimits!.nofile, name).toBeGreaterThanOrEqual(65_536);
  });

  it('name every image by its version, and let the operator name a digest', () => {
    for (const [name, { image, build }] of Object.entries(compose.services))
      if (image === undefined) expect(build?.context, name).toBeDefined();
      else expect(image, name).toMatch(/^\$\{[A-Z]+_IMAGE:-[\w./-]+:v?\d+[\d.]*\}$/);
  });

  it('give no program the superuser of Postgres: one changes tables, the others rows', () => {
    const userOf = (url: string | undefined): string | null =>
      /^postgres:\/\/(\w+):\$\{POSTGRES_(OWNER|APP)_PASSWORD:/.exec(url ?? '')?.[1] ?? null;
    for (const [name, { environment = {} }] of Object.entries(compose.services)) {
      if (name !== 'postgres') expect(JSON.stringify(environment), name).not.toContain('POSTGRES_PASSWORD');
      const { DATABASE_URL: app, DATABASE_OWNER_URL: owner } = environment;
      expect([name, userOf(app)]).toEqual([
        name,
        ['migrate', 'ingester', 'api'].includes(name) ? 'app' : null,
      ]);
      expect([name, userOf(owner)]).toEqual([name, name === 'migrate' ? 'owner' : null]);
    }
    const roles = readFileSync(`${ROOT}infra/postgres/roles.sh`, 'utf8');
    // The users of the embedded server, and their rights: tests hold them to those.
    for (const user of POSTGRES_USERS)
      expect(roles).toContain(`CREATE ROLE ${user} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION`);
    for (const statement of [
      `CREATE DATABASE ${POSTGRES_DATABASE} OWNER owner;`,
      `REVOKE ALL ON DATABASE ${POSTGRES_DATABASE} FROM PUBLIC;`,
      `GRANT CONNECT ON DATABASE ${POSTGRES_DATABASE} TO app;`,
    ])
      expect(roles).toContain(statement);
    expect(statSync(`${ROOT}infra/postgres/roles.sh`).mode & 0o111).toBe(0o111);
  });

  it('leave a unit no call, address family or file mode that its program does not need', () => {
    for (const program of PROGRAMS)
      expect(unitOf(program)).toEqual(
        expect.arrayContaining([
          'UMask=0077',
          'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
          'SystemCallFilter=@system-service',
          'SystemCallArchitectures=native',
          'SystemCallErrorNumber=EPERM',
        ]),
      );
  });

  it('bound a program as its unit does', () => {
    for (const program of PROGRAMS) {
      const { mem_limit, ulimits } = compose.services[program]!;
      expect(unitOf(program)).toContain(`MemoryMax=${mem_limit!.toUpperCase()}`);
      expect(unitOf(program)).toContain(`LimitNOFILE=${ulimits!.nofile}`);
    }
  });

  it('mount files that are there, and volumes that are declared', () => {
    const { volumes } = compose as unknown as { volumes: Record<string, unknown> };
    for (const [name, service] of Object.entries(compose.services))
      for (const mounted of service.volumes ?? []) {
        const [from = ''] = mounted.split(':');
        if (from.startsWith('.'))
          expect(existsSync(join(ROOT, 'infra', from)), `${name}: ${from}`).toBe(true);
        else expect(Object.keys(volumes), name).toContain(from);
      }
  });

  it('put Prometheus, Grafana and the proxy into profiles; the proxy passes events on at once', () => {
    const profiles = Object.entries(compose.services)
      .filter(([, { profiles }]) => profiles !== undefined)
      .map(([name, { profiles }]) => `${name}: ${profiles}`);
    expect(profiles).toEqual(['prometheus: monitoring', 'grafana: monitoring', 'proxy: tls']);
    const proxy = readFileSync(`${ROOT}infra/caddy/Caddyfile`, 'utf8');
    expect(proxy).toMatch(/reverse_proxy api:8787 \{[^}]*flush_interval -1/);
    expect(proxy).toContain('header_up X-Forwarded-For {remote_host}');
    // The API exempts its proxies from the bounds of an address, so they bound their clients.
    expect(proxy).toMatch(
      /rate_limit \{[^}]*key \{remote_host\}\s+window 10s\s+events 300\b[^}]*ipv6_prefix 64/,
    );
    expect(proxy).toMatch(/servers \{[^}]*max_header_size[^}]*read_header 10s[^}]*read_body 30s/);
    expect(proxy).toMatch(/request_body \{\s+max_size 1MB/);
    const built = readFileSync(`${ROOT}infra/caddy/Dockerfile`, 'utf8');
    expect(built).toMatch(/--with github\.com\/mholt\/caddy-ratelimit@[0-9a-f]{40}$/m);
    for (const file of ['prometheus', 'datasource'])
      expect(parse(readFileSync(`${ROOT}infra/grafana/${file}.yaml`, 'utf8'))).toMatchObject({
        apiVersion: 1,
        datasources: [{ uid: expect.any(String) }],
      });
  });

  it('build an image on a Node that the tests run on, from the tree that a test starts', () => {
    const lines = readFileSync(`${ROOT}infra/Dockerfile`, 'utf8').split('\n');
    expect(lines.filter((line) => line.startsWith('FROM '))).toEqual([
      'FROM node:24-bookworm-slim AS build',
      'FROM node:24-bookworm-slim',
    ]);
    expect(lines.join('\n')).toContain('node scripts/image-tree.mjs /image');
    expect(lines).toContain('USER node');
  });

  it('start programs that exist, and open ports on this machine only', () => {
    for (const service of Object.values(compose.services)) {
      const script = service.command?.find((word) => /\.m?js$/.test(word));
      if (script !== undefined)
        expect(script).toMatch(/^apps\/((api|ingester)\/dist\/main\.js|cli\/bin\/tickscope\.mjs)$/);
      // But for the proxy, which is there to be reached.
      if (service.profiles?.includes('tls')) continue;
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it('start every service again when it ends, and bound its log', () => {
    const names = Object.keys(compose.services);
    expect(names.slice(0, 5)).toEqual(['clickhouse', 'postgres', 'migrate', 'ingester', 'api']);
    for (const [name, { restart, logging }] of Object.entries(compose.services)) {
      // The migration is done once it succeeded.
      expect([name, restart]).toEqual([name, name === 'migrate' ? 'on-failure' : 'always']);
      expect([name, logging]).toEqual([
        name,
        { driver: 'json-file', options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      ]);
    }
  });

  it('copy what the build needs into the image, and no secret', () => {
    const isIgnored = ignoredBy(readFileSync(`${ROOT}.dockerignore`, 'utf8'));
    const within = (folder: string) =>
      readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      );
    const namesIn = (folder: string) => readdirSync(`${ROOT}${folder}`).map((name) => `${folder}/${name}`);
    const programs = ['apps', ...namesIn('packages')].flatMap(namesIn);
    const files = [
      ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'turbo.json', '.env.example'],
      ...programs.flatMap((program) => [`${program}/package.json`, ...within(`${program}/src`)]),
      ...[...within('scripts'), ...within('packages/operate/embedded/bin'), ...within('apps/cli/bin')],
    ];
    expect(files.length).toBeGreaterThan(500);
    expect(files.filter(isIgnored)).toEqual([]);
    for (const secret of [
      ...[
        '.env',
        'infra/.env',
        '.env.local',
        'infra/.env.production',
        'infra/api.env',
        'certs/server.key',
        'cert.pem',
      ],
      ...['.tickscope/passwords.json', '.tickscope/run.json', 'data/passwords.json', 'a/b/run.json'],
      ...['.tickscope/clickhouse/store/x.bin', '.git/config', 'node_modules/x/index.js'],
      ...['apps/api/node_modules/x.js', 'apps/api/dist/main.js', '.tickscope/logs/api.log'],
    ])
      expect([secret, isIgnored(secret)]).toEqual([secret, true]);
  });

  it('start the API as `tickscope up` does, and so does the systemd unit', () => {
    const { NODE_OPTIONS } = API_MEMORY;
    expect(compose.services['api']!.command).toEqual(['node', NODE_OPTIONS, 'apps/api/dist/main.js']);
    expect(unitOf('api')).toContain(
      `ExecStart=/usr/bin/node ${NODE_OPTIONS} ${WATCHDOG} apps/api/dist/main.js`,
    );
  });

  it('bound the ingester’s memory as `tickscope up` does, and so does the systemd unit', () => {
    const { NODE_OPTIONS, ...env } = INGESTER_MEMORY;
    const { command, environment } = compose.services['ingester']!;
    expect(command).toEqual(['node', ...NODE_OPTIONS.split(' '), 'apps/ingester/dist/main.js']);
    expect(environment).toMatchObject(env);
    const unit = unitOf('ingester');
    expect(unit).toContain(`ExecStart=/usr/bin/node ${NODE_OPTIONS} ${WATCHDOG} apps/ingester/dist/main.js`);
    const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    expect(unit).toContain(`Environment=${settings.join(' ')}`);
  });
});

describe('a program that hangs', () => {
  it('is replaced by systemd, and by its health check in a container', () => {
    for (const program of PROGRAMS) {
      for (const line of ['Restart=always', 'WatchdogSec=30', 'NotifyAccess=all'])
        expect(unitOf(program)).toContain(line);
      const { init, restart, healthcheck, environment } = compose.services[program]!;
      const port = environment['API_PORT'] ?? environment['INGESTER_PORT'];
      expect({ init, restart, test: healthcheck!.test }).toEqual({
        init: true,
        restart: 'always',
        test: ['CMD', 'node', '/opt/healthcheck.mjs', `http://127.0.0.1:${port}/healthz`],
      });
    }
  });

  it('sends systemd messages from its main process only, while its event loop runs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tickscope-watchdog-'));
    const [log, program] = [join(folder, 'log'), join(folder, 'program.mjs')];
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$PPID $1" >> ${log}\n`, { mode: 0o755 });
    // Its child inherits the variables, as the processes of an API with API_PROCESSES do.
    writeFileSync(
      program,
      `import { fork } from 'node:child_process';
       if (process.send === undefined) fork(process.argv[1]);
       setInterval(() => {}, 1_000);`,
    );
    const main = spawn('sh', ['-c', `WATCHDOG_PID=$$ exec "${process.execPath}" ${WATCHDOG} ${program}`], {
      cwd: ROOT,
      env: { PATH: `${folder}:${process.env['PATH']}`, WATCHDOG_USEC: '200000' },
      detached: true,
    });
    const messages = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
    await expect.poll(() => messages().length, { timeout: 60_000 }).toBeGreaterThan(5);
    // Their group: the child, too.
    process.kill(-main.pid!, 'SIGKILL');
    expect(new Set(messages())).toEqual(new Set([`${main.pid} WATCHDOG=1`]));
    rmSync(folder, { recursive: true, force: true });
  });

  it.runIf(process.platform === 'linux')(
    'is ended by the third health check in a row that it misses, and never before it has answered once',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tickscope-health-'));
      // The shell stands for the container's init, and the sleeping process for the program.
      const init = spawn('sh', ['-c', 'sleep 600; exit 7']);
      const ended = once(init, 'exit');
      const server = createServer((_, res) => res.end('ok')).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const check = async (at: number): Promise<number | null> => {
        const args = [
          join(ROOT, 'infra/healthcheck.mjs'),
          `http://127.0.0.1:${at}/`,
          folder,
          String(init.pid),
        ];
        const [code] = (await once(spawn(process.execPath, args), 'exit')) as [number | null];
        return code;
      };
      // Nothing listens on port 1.
      for (const _ of [1, 2, 3, 4]) expect(await check(1)).toBe(1);
      for (const at of [port, 1, 1, port, 1, 1]) expect(await check(at)).toBe(at === 1 ? 1 : 0);
      expect(init.exitCode).toBeNull();
      expect(await check(1)).toBe(1);
      expect(await ended).toEqual([7, null]);
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  );
});

describe('the configuration of Prometheus and Grafana, which are not run here', () => {
  /** Names as Prometheus stores them: a histogram gives three. */
  const exported = new Set(
    [ingesterMetrics().registry, apiMetrics({ process: true }).registry]
      .flatMap((registry) => registry.getMetricsAsArray())
      .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`, `${name}_sum`]),
  );
  const namesIn = (expression: string): string[] => expression.match(/\btickscope_[a-z_]+/g) ?? [];

  it('the alerts use exported metric names and have instructions', () => {
    const { groups } = parse(readFileSync(`${ROOT}infra/prometheus/rules.yaml`, 'utf8')) as {
      groups: {
        rules: { alert: string; expr: string; annotations: { summary: string; action: string } }[];
      }[];
    };
    const rules = groups.flatMap(({ rules }) => rules);
    expect(rules.length).toBeGreaterThan(10);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, expr, annotations } of rules) {
      for (const name of namesIn(expr)) expect(exported, `${alert}: ${name}`).toContain(name);
      expect(namesIn(expr).length + (/\bup\{/.test(expr) ? 1 : 0), alert).toBeGreaterThan(0);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.action).not.toBe('');
    }
  });

  it('Prometheus loads these rules and scrapes the ports that the programs open', () => {
    const config = parse(readFileSync(`${ROOT}infra/prometheus/prometheus.yaml`, 'utf8')) as {
      rule_files: string[];
      scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    };
    expect(config.rule_files).toEqual(['rules.yaml']);
    expect(config.scrape_configs.flatMap(({ static_configs }) => static_configs[0]!.targets)).toEqual([
      'ingester:8788',
      'api:8789',
    ]);
  });

  it('the dashboard uses exported metric names', () => {
    const { panels } = JSON.parse(readFileSync(`${ROOT}infra/grafana/dashboard.json`, 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    for (const { title, targets } of panels)
      for (const { expr } of targets) {
        expect(namesIn(expr), title).not.toEqual([]);
        for (const name of namesIn(expr)) expect(exported, `${title}: ${name}`).toContain(name);
      }
  });
});
