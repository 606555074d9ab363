import { describe, expect, it } from 'vitest';
import { NOTHING_WRONG } from '../faults/disturbed-stack.js';
import { killRounds } from '../faults/kill-rounds.js';

/** Processes through which a block goes on its way to an answer. */
const ROLES = ['simulator', 'ingester', 'ClickHouse', 'API'] as const;

/**
 * A short run of `npm run test:long -- kills`, which kills Postgres, too, and has a server that cannot be started again: that it
 * is given up is in apps/ops/src/supervise. Processes are found in Linux's /proc.
 */
describe.runIf(process.platform === 'linux')('tickscope up whose processes are killed', () => {
  it('restarts each of them: answers come back, and the stored blocks match the chain', async () => {
    const report = await killRounds({
      seed: 1,
      kills: ROLES.length,
      roles: ROLES,
      requestsPerSecond: 5,
      mostPauseMs: 0,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(report.kills.map(({ role }) => role).sort()).toEqual([...ROLES].sort());
    expect(report.kills.filter(({ backMs }) => backMs === null)).toEqual([]);
    expect(report.failedWhileUp).toEqual([]);
    expect(report.verified).toMatchObject(NOTHING_WRONG);
    expect(report.exitCode).toBe(0);
  }, 900_000);
});
