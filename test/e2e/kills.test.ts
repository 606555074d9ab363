import { afterAll, describe, expect, it } from 'vitest';
import { killRounds } from '../kills/kill-rounds.js';
import { ROLES } from '../kills/stack-processes.js';
import { newDataDir } from '../support/cli.js';

/** A short run of `npm run test:long`, which kills for twenty minutes. Processes are found in Linux's /proc. */
describe.runIf(process.platform === 'linux')('tickscope up whose processes are killed', () => {
  const folder = newDataDir();
  afterAll(() => folder.remove());

  it('starts each of them again: answers come back, and what is stored is the chain', async () => {
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
});
