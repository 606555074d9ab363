import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { killRounds } from '../kills/kill-rounds.js';
import { ROLES, stackProcesses } from '../kills/stack-processes.js';
import { newDataDir, up } from '../support/cli.js';

/** A short run of `npm run test:long`, which kills for twenty minutes. Processes are found in Linux's /proc. */
describe.runIf(process.platform === 'linux')('tickscope up whose processes are killed', () => {
  const folder = newDataDir();
  afterAll(() => folder.remove());

  it('restarts each of them: answers come back, and the stored blocks match the chain', async () => {
    const report = await killRounds({
      dataDir: folder.dataDir,
      seed: 1,
      minutes: 0,
      requestsPerSecond: 5,
      mostPauseMs: 1_000,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(report.kills.map(({ role }) => role).sort()).toEqual([...ROLES].sort());
    expect(report.kills.filter(({ backMs }) => backMs === null)).toEqual([]);
    expect(report.failedWhileUp).toEqual([]);
    expect(report.gaps).toEqual([]);
    expect(report.verified).toMatchObject({ code: 0, text: expect.stringContaining('nothing is wrong') });
    expect(report.exitCode).toBe(0);
  }, 900_000);

  it('ends with code 1 where a server cannot be started again', async () => {
    const other = newDataDir();
    const stack = await up(['--data-dir', other.dataDir, '--source', 'none']);
    const ended = once(stack.process, 'close') as Promise<[number | null]>;
    const { postgres } = JSON.parse(readFileSync(join(other.dataDir, 'ports.json'), 'utf8')) as {
      postgres: number;
    };
    process.kill(stackProcesses(stack.process.pid!).get('Postgres')![0]!, 'SIGKILL');
    const squatter = await takePort(postgres);
    expect((await ended)[0]).toBe(1);
    squatter.close();
    expect(stack.output()).toContain('Postgres could not be started 10 times');
    expect(stack.output()).toContain(`Port ${postgres} on 127.0.0.1 is taken by another program`);
    other.remove();
  }, 300_000);
});

/** Listens where a server has just been killed, before it is started again. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    const taken = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]).catch(() => false);
    if (taken) return server;
    await sleep(2);
  }
}
