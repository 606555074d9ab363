import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '@tickscope/embedded';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askHttp } from './health-questions.js';
import { SupervisedProcess } from './supervised-process.js';

/** Answers with the number of its process. */
const PROGRAM = `
import { createServer } from 'node:http';
createServer((req, res) => res.end(String(process.pid)))
  .listen(Number(process.env.PORT), '127.0.0.1', () => process.send('listening'));
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => process.exit());
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tickscope-supervised-'));
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a process that is stopped is killed, and another one answers in its place', async () => {
  const port = await choosePort('the program');
  const url = `http://127.0.0.1:${port}/`;
  const said: string[] = [];
  const program = new SupervisedProcess({
    script: join(folder, 'program.mjs'),
    env: async () => ({ PORT: String(port) }),
    logFile: join(folder, 'program.log'),
    health: { ask: (signal) => askHttp(url, signal), askEveryMs: 20, answerWithinMs: 500 },
    say: (what) => said.push(what),
  });
  const answering = async (): Promise<number | null> => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer === null ? null : Number(await answer.text());
  };
  program.start();
  try {
    await expect.poll(answering, { timeout: 60_000 }).not.toBeNull();
    const first = (await answering())!;
    process.kill(first, 'SIGSTOP');
    await expect
      .poll(
        async () => {
          const pid = await answering();
          return pid !== null && pid !== first;
        },
        { timeout: 60_000 },
      )
      .toBe(true);
    expect(isThere(first)).toBe(false);
    expect(said[0]).toMatch(/^does not answer \(3 times in a row\): it is killed; log: /);
    expect(said[1]).toMatch(/^ended \(SIGKILL\); starting again in 0\.5 s; log: /);
  } finally {
    await program.stop();
  }
});
