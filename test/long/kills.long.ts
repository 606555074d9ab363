import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NOTHING_WRONG } from '../faults/disturbed-stack.js';
import { killRounds } from '../faults/kill-rounds.js';
import { stackProcesses } from '../faults/stack-processes.js';
import { newDataDir, up } from '../support/cli.js';

/** Fourteen of each role. */
const KILLS = Number(process.env['LONG_KILLS'] ?? 98);
/** A machine that is busy with other things answers fewer: what it refuses then is not for a kill. */
const PER_SECOND = Number(process.env['LONG_RATE'] ?? 20);
const LIMIT_MS_OF_EACH = 60_000;

describe('tickscope up, killed again and again', () => {
  it(
    `comes back after each of ${KILLS} kills, under ${PER_SECOND} requests a second, and stores the chain as it is`,
    async () => {
      const report = await killRounds({
        seed: Number(process.env['LONG_SEED'] ?? 1),
        kills: KILLS,
        requestsPerSecond: PER_SECOND,
        mostPauseMs: 12_000,
        say: (line) => void process.stdout.write(`${line}\n`),
      });
      expect(report.kills).toHaveLength(KILLS);
      expect(report.kills.filter(({ backMs }) => backMs === null)).toEqual([]);
      expect(report.failedWhileUp).toEqual([]);
      expect(report.verified).toMatchObject(NOTHING_WRONG);
      expect(report.exitCode).toBe(0);
    },
    KILLS * LIMIT_MS_OF_EACH,
  );

  it('ends with code 1 where a server cannot be started again', async () => {
    const other = newDataDir();
    const stack = await up(['--data-dir', other.dataDir, '--source', 'none']);
    const ended = once(stack.process, 'close') as Promise<[number | null]>;
    const { postgres } = JSON.parse(readFileSync(join(other.dataDir, 'ports.json'), 'utf8')) as {
      postgres: number;
    };
    process.kill(stackProcesses(stack.process.pid!).Postgres[0]!, 'SIGKILL');
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
