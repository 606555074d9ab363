import { afterAll, describe, expect, it } from 'vitest';
import { killRounds } from '../kills/kill-rounds.js';
import { ROLES } from '../kills/stack-processes.js';
import { newDataDir } from '../support/cli.js';

const MINUTES = Number(process.env['LONG_MINUTES'] ?? 20);
/** A machine that is busy with other things answers fewer: what it refuses then is not for a kill. */
const PER_SECOND = Number(process.env['LONG_RATE'] ?? 20);
const LEAST_PER_MINUTE = 3;
const ANSWERS_WITHIN_MS = 15_000;

describe('tickscope up, killed for twenty minutes', () => {
  const folder = newDataDir();
  afterAll(() => folder.remove());

  it(
    `comes back after every kill, under ${PER_SECOND} requests a second, and stores the chain as it is`,
    async () => {
      const report = await killRounds({
        dataDir: folder.dataDir,
        seed: Number(process.env['LONG_SEED'] ?? 1),
        minutes: MINUTES,
        requestsPerSecond: PER_SECOND,
        mostPauseMs: 12_000,
        say: (line) => void process.stdout.write(`${line}\n`),
      });
      expect(report.kills.length).toBeGreaterThanOrEqual(Math.max(ROLES.length, MINUTES * LEAST_PER_MINUTE));
      expect(report.kills.filter(({ answeredMs }) => (answeredMs ?? Infinity) > ANSWERS_WITHIN_MS)).toEqual(
        [],
      );
      expect(report.kills.filter(({ backMs }) => backMs === null)).toEqual([]);
      expect(report.failedWhileUp).toEqual([]);
      expect(report.gaps).toEqual([]);
      expect(report.verified).toMatchObject({ code: 0, text: expect.stringContaining('nothing is wrong') });
      expect(report.exitCode).toBe(0);
    },
    (MINUTES + 20) * 60_000,
  );
});
