import { execFile, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newDataDir, tickscope, type UpStack, up } from '../support/cli.js';
import { listeningPorts } from '../support/listening-ports.js';
import { ROOT } from '../support/paths.js';

const run = promisify(execFile);
const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** What `npm start` does: everything on this machine over a simulated chain, and a question to paste. */
describe('tickscope up', () => {
  const folder = newDataDir();
  const runFile = join(folder.dataDir, 'run.json');
  let stack: UpStack;
  let key: string;

  beforeAll(async () => {
    stack = await up(['--data-dir', folder.dataDir, '--source', 'simulator']);
    // It waits for the first sandwich after it is up.
    await vi.waitFor(() => expect(stack.output()).toContain('curl -s'), { timeout: 90_000, interval: 200 });
    await sleep(200);
    key = /your key +(sk_live_\S+)/.exec(stack.output())?.[1] ?? '';
  }, 180_000);
  afterAll(() => folder.remove());

  const subscription = (headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${stack.api}/subscription`, { headers });

  it('prints the command that says what happened to a trade that was just sandwiched', async () => {
    const args = /npx tickscope (check .*)/.exec(stack.output())?.[1]?.split(' ') ?? [];
    expect(args.slice(-2)).toEqual(['--data-dir', folder.dataDir]);
    const { code, stdout, stderr } = await tickscope(args);
    expect(code, stderr).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^This trade was sandwiched by .* it lost .*\.$/);
  });

  it('has a demo account without the limits of a public service', async () => {
    const answer = await subscription({ authorization: `Bearer ${key}` });
    expect(Number(answer.headers.get('x-ratelimit-limit'))).toBe(100_000);
  });

  it.skipIf(!hasCurl)('prints a curl command whose answer has the requested transaction', async () => {
    const text = stack.output().slice(stack.output().indexOf('curl -s')).trim();
    const signature = /"signature":"(\w+)"/.exec(text)?.[1];
    const { stdout } = await run('bash', ['-c', text], { timeout: 30_000 });
    const answer = JSON.parse(stdout) as {
      success: boolean;
      data: { original_transaction: { signature: string }; summary: { total_matching_transactions: number } };
    };
    expect(answer.success).toBe(true);
    expect(answer.data.original_transaction.signature).toBe(signature);
    expect(answer.data.summary.total_matching_transactions).toBeGreaterThan(0);
  });

  it('serves metrics at the address that it prints, and not on the port of the API', async () => {
    const metrics = /metrics +(http:\/\/127\.0\.0\.1:\d+)\/metrics/.exec(stack.output())?.[1];
    expect(JSON.parse(readFileSync(runFile, 'utf8'))).toMatchObject({ api: { metricsUrl: metrics } });
    const text = await (await fetch(`${metrics}/metrics`)).text();
    expect(text).toMatch(/^tickscope_http_requests_total\{route="readyz",status="200"\} [1-9]/m);
    expect((await fetch(`${stack.origin}/metrics`)).status).toBe(404);
    const ingester = /ingester +(http:\/\/\S+)/.exec(stack.output())?.[1];
    expect(await (await fetch(ingester!)).text()).toMatch(/^tickscope_head_slot [1-9]/m);
    const doctor = await tickscope(['doctor', '--data-dir', folder.dataDir]);
    expect(doctor.stdout).toMatch(new RegExp(`ok +metrics +of the API at ${metrics}/metrics`));
  });

  it('accepts its own key and no other', async () => {
    expect((await subscription({ authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await subscription()).status).toBe(401);
    expect((await subscription({ authorization: `Bearer ${key.slice(0, -1)}` })).status).toBe(401);
  });

  it('keeps the key for commands of this user only, and in no log', () => {
    expect(statSync(runFile).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(runFile, 'utf8'))).toMatchObject({ api: { url: stack.origin, key } });
    for (const log of ['api', 'ingester', 'simulator'])
      expect(readFileSync(join(folder.dataDir, 'logs', `${log}.log`), 'utf8')).not.toContain(key);
  });

  it('stops completely on request and removes its run file', async () => {
    expect(await stack.stop()).toBe(0);
    expect(existsSync(runFile)).toBe(false);
  });
});

/** Both find the preferred ports free: what answers there may then be the other stack's API. */
describe.skipIf(process.platform !== 'linux')('two stacks that start at once', () => {
  const folders = [newDataDir(), newDataDir()];
  afterAll(() => {
    for (const folder of folders) folder.remove();
  });

  it('have ports of their own, and answer only their own key', async () => {
    const stacks = await Promise.all(
      folders.map(({ dataDir }) => up(['--data-dir', dataDir, '--source', 'none'])),
    );
    try {
      const own = stacks.map((stack) => listeningPorts(stack.process.pid!).map(({ port }) => port));
      const printed = stacks.map(({ origin, output }) =>
        [origin, /metrics +(http:\/\/[\d.:]+)\/metrics/.exec(output())?.[1] ?? ''].map((url) =>
          Number(new URL(url).port),
        ),
      );
      for (const [stack, ports] of printed.entries())
        expect(own[stack]).toEqual(expect.arrayContaining(ports));
      expect(own[0]!.filter((port) => own[1]!.includes(port))).toEqual([]);
      const keys = stacks.map(({ output }) => /your key +(sk_live_\S+)/.exec(output())?.[1] ?? '');
      for (const [stack, { api }] of stacks.entries())
        for (const [of, key] of keys.entries()) {
          const headers = { authorization: `Bearer ${key}` };
          const { status } = await fetch(`${api}/subscription`, { headers });
          expect([stack, of, status]).toEqual([stack, of, stack === of ? 200 : 401]);
        }
    } finally {
      await Promise.all(stacks.map((stack) => stack.stop()));
    }
  }, 240_000);
});

describe.skipIf(process.platform !== 'linux').each([
  ['npx', ['--no', 'tickscope', 'up']],
  ['npm', ['start', '--silent', '--']],
])('started by %s', (command, args) => {
  const folder = newDataDir();
  afterAll(() => folder.remove());

  it('ends when that gets SIGTERM, and leaves nothing behind', async () => {
    const own = ['--data-dir', folder.dataDir, '--source', 'none'];
    const child = spawn(command, [...args, ...own], { cwd: ROOT, stdio: 'ignore' });
    const runFile = join(folder.dataDir, 'run.json');
    const started = { timeout: 90_000, interval: 200 };
    const stack = await vi.waitFor(() => JSON.parse(readFileSync(runFile, 'utf8')) as RunFile, started);
    await vi.waitFor(async () => expect((await fetch(`${stack.api.url}/readyz`)).ok).toBe(true), started);
    child.kill('SIGTERM');
    await vi.waitFor(() => expect(existsSync(runFile)).toBe(false), { timeout: 60_000, interval: 200 });
    for (const { pid } of [stack, stack.clickhouse, stack.postgres])
      await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 30_000 });
  }, 240_000);
});

/** Process ids of a stack, and where its API is. */
interface RunFile {
  pid: number;
  clickhouse: { pid: number };
  postgres: { pid: number };
  api: { url: string };
}
