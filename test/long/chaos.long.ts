import { expect, it } from 'vitest';
import { NAMED_FAULTS, runRounds } from '../chaos/run-rounds.js';

const MINUTES = 20;
/** A round that begins just before the end, and settles slowly. */
const LAST_ROUND_MS = 600_000;

it(
  'after twenty minutes of kills, stops, full disks and bad streams every table equals that of an undisturbed run',
  async () => {
    const report = await runRounds({
      seed: Date.now() % 1_000_000,
      minutes: MINUTES,
      leastRounds: 10,
      disk: null,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(report.differences).toEqual([]);
    expect(report.openGaps).toBe(0);
    const impossible = report.disk === 'none' ? ['disk full', 'spill refused'] : [];
    const missing = NAMED_FAULTS.filter((what) => !report.happened.has(what) && !impossible.includes(what));
    expect(missing).toEqual([]);
  },
  MINUTES * 60_000 + LAST_ROUND_MS,
);
