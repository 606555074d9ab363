import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { choosePort } from '@tickscope/embedded';
import { startSimulator } from '@tickscope/simulator';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { newDataDir, up } from '../support/cli.js';
import { listeningPorts } from '../support/listening-ports.js';
import { ROOT } from '../support/paths.js';

/** Both find the preferred ports free: what answers there may then be the other stack's API. */
describe.skipIf(process.platform !== 'linux')('two stacks that start at once', () => {
  const folders = [newDataDir(), newDataDir()];
  afterAll(() => {
    for (const folder of folders) folder.remove();
  });

  it('have ports of their own, answer only their own key, and stop completely on request', async () => {
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
      const keys = stacks.map(({ key }) => key);
      for (const [stack, { api }] of stacks.entries())
        for (const [of, key] of keys.entries()) {
          const headers = { authorization: `Bearer ${key}` };
          const { status } = await fetch(`${api}/subscription`, { headers });
          expect([stack, of, status]).toEqual([stack, of, stack === of ? 200 : 401]);
        }
    } finally {
      expect(await Promise.all(stacks.map((stack) => stack.stop()))).toEqual([0, 0]);
    }
    for (const { dataDir } of folders) expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
  }, 900_000);
});

describe('a Geyser endpoint that is away at the start', () => {
  const folder = newDataDir();
  afterAll(() => folder.remove());

  it('does not keep what is stored from its readers, and is used when it comes', async () => {
    const port = await choosePort('the stream');
    const stack = await up(['--data-dir', folder.dataDir, '--source', 'geyser'], {
      GEYSER_ENDPOINT: `http://127.0.0.1:${port}`,
    });
    try {
      expect(stack.output()).toMatch(/There is no stream yet \(not connected to the stream\)/);
      const headers = { authorization: `Bearer ${stack.key}` };
      const ask = async () =>
        (await (await fetch(`${stack.api}/status`, { headers })).json()) as { data: { head: object | null } };
      expect((await ask()).data.head).toBeNull();
      const simulator = await startSimulator({ port, generate: { slots: 40 } });
      await vi.waitFor(() => expect(stack.output()).toContain('The stream is there'), {
        timeout: 900_000,
        interval: 200,
      });
      // The API keeps its status for a moment.
      await vi.waitFor(async () => expect((await ask()).data.head).not.toBeNull(), { timeout: 60_000 });
      await simulator.stop();
    } finally {
      expect(await stack.stop()).toBe(0);
    }
  }, 600_000);
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
    const started = { timeout: 900_000, interval: 100 };
    const stack = await vi.waitFor(() => JSON.parse(readFileSync(runFile, 'utf8')) as RunFile, started);
    await vi.waitFor(async () => expect((await fetch(`${stack.api.url}/readyz`)).ok).toBe(true), started);
    child.kill('SIGTERM');
    await vi.waitFor(() => expect(existsSync(runFile)).toBe(false), { timeout: 900_000, interval: 100 });
    for (const { pid } of [stack, stack.clickhouse, stack.postgres])
      await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), { timeout: 900_000 });
  }, 900_000);
});

/** Process ids of a stack, and where its API is. */
interface RunFile {
  pid: number;
  clickhouse: { pid: number };
  postgres: { pid: number };
  api: { url: string };
}
