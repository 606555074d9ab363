import type { ExitReport } from '@tickscope/embedded';
import { expect, test } from 'vitest';
import { type Server, SupervisedServer } from './supervised-server.js';

const KILLED: ExitReport = { code: null, signal: 'SIGABRT', requested: false, errorTail: '' };

/** A server that was killed once; it is started again after as many failures. */
async function startedAgainAfter(
  failures: number,
  message: string,
): Promise<{ said: string[]; gaveUp: string | null }> {
  const said: string[] = [];
  let starts = 0;
  let gaveUp: string | null = null;
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const server = (exited: Promise<ExitReport>): Server => ({ pid: 0, exited, stop: async () => {} });
  const never = new Promise<ExitReport>(() => {});
  await SupervisedServer.start({
    title: 'ClickHouse',
    logFile: 'x.log',
    waits: { next: () => 1 },
    async start() {
      starts += 1;
      if (starts === 1) return server(Promise.resolve(KILLED));
      if (starts <= 1 + failures) throw new Error(message);
      return server(never);
    },
    async ask() {},
    async onRestart() {
      end();
    },
    onGivenUp({ message: reason }) {
      gaveUp = reason;
      end();
    },
    say: (line) => said.push(line),
  });
  await ended;
  return { said, gaveUp };
}

test('a start that fails for the disk says what to do, and is tried again', async () => {
  const { said, gaveUp } = await startedAgainAfter(2, 'Cannot write: No space left on device');
  expect(gaveUp).toBeNull();
  expect(said[1]).toMatch(
    /^ClickHouse could not be started: its disk is full, or can only be read\. Free space/,
  );
  expect(said.at(-1)).toBe('ClickHouse is back.');
});

test('after ten starts that fail in a row it is given up, with the reason', async () => {
  const { said, gaveUp } = await startedAgainAfter(10, 'Port 5432 is taken');
  expect(gaveUp).toBe('ClickHouse could not be started 10 times: Error: Port 5432 is taken');
  expect(said).toHaveLength(10);
});
