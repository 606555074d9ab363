import { expect, it } from 'vitest';
import { planRound } from './plan.js';
import { NAMED_FAULTS, runRounds } from './run-rounds.js';

const SEED = 1;
/** `npm run test:long -- chaos` takes twenty. */
const MINUTES = 1;
/** A round that begins just before the end, and settles slowly. */
const LAST_ROUND_MS = 1_200_000;

it('two rounds in a row plan every kind of fault, for any seed', () => {
  for (let seed = 0; seed < 200; seed += 1) {
    const [first, second] = [planRound(seed, seed % 7), planRound(seed, (seed % 7) + 1)];
    expect(planRound(seed, seed % 7)).toEqual(first);
    const kinds = new Set([...first.events, ...second.events].map(({ kind }) => kind));
    for (const kind of [
      'kill ingester',
      'kill ClickHouse',
      'kill simulator',
      'disk full',
      'clock jump',
    ] as const)
      expect(kinds).toContain(kind);
    const options = new Set([...Object.keys(first.faults), ...Object.keys(second.faults)]);
    for (const option of ['stallAt', 'duplicateShare', 'reorderWindow', 'dropShare'])
      expect(options).toContain(option);
    for (const option of ['truncateAt', 'wrongCountSlots']) expect(options).toContain(option);
  }
});

it(
  'after kills, stops, full disks and bad streams every table equals that of an undisturbed run',
  async () => {
    const report = await runRounds({
      seed: SEED,
      minutes: MINUTES,
      leastRounds: 2,
      disk: null,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
    expect(report.differences).toEqual([]);
    expect(report.openGaps).toBe(0);
    expect(report.slots).toBeGreaterThan(400);
    const impossible = report.disk === 'none' ? ['disk full', 'spill refused'] : [];
    const missing = NAMED_FAULTS.filter((what) => !report.happened.has(what) && !impossible.includes(what));
    expect(missing).toEqual([]);
  },
  MINUTES * 60_000 + LAST_ROUND_MS,
);
