import { expect, it } from 'vitest';
import { planRound, type Round } from './plan.js';
import { runRound } from './run-round.js';

/** Two processes die, a clock jumps, and the stream is bad. `npm run test:long -- chaos` has everything, again and again. */
const SMALL_ROUND: Round = {
  ...{ seed: 'small round', mode: 'blocks', slots: 160, slotMs: 45 },
  faults: { seed: 'small round', duplicateShare: 0.1, dropShare: 0.02, halfSlotShare: 0.02 },
  events: [
    { atMs: 1_500, kind: 'kill ingester', forMs: 0 },
    { atMs: 2_500, kind: 'clock jump', forMs: 0 },
    { atMs: 4_000, kind: 'kill simulator', forMs: 0 },
  ],
};

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

it('after kills and a bad stream every table equals that of an undisturbed run', async () => {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const report = await runRound(SMALL_ROUND, say);
  expect(report.differences).toEqual([]);
  expect(report.openGaps).toBe(0);
  expect(report.slots).toBeGreaterThan(100);
  expect([...report.happened.keys()]).toEqual(
    expect.arrayContaining(['kill ingester', 'clock jump', 'kill simulator', 'duplicate', 'drop']),
  );
}, 900_000);
