import { expect, it } from 'vitest';
import { planRound } from '../chaos/plan.js';
import { runRound } from '../chaos/run-round.js';
import type { Happening } from '../chaos/stage.js';

const ROUNDS = Number(process.env['LONG_ROUNDS'] ?? 20);
/** The same seed and number, the same round: `LONG_FIRST` and `LONG_ROUNDS=1` repeat one. */
const SEED = Number(process.env['LONG_SEED'] ?? Date.now() % 1_000_000);
const FIRST = Number(process.env['LONG_FIRST'] ?? 0);
const LIMIT_MS_OF_EACH = 600_000;
/** Faults that the run is for; each must have happened in two rounds in a row, or the run says nothing about it. */
const NAMED_FAULTS: readonly Happening[] = [
  ...(['kill ingester', 'kill ClickHouse', 'kill simulator'] as const),
  ...(['stall', 'duplicate', 'reorder', 'drop', 'truncated message', 'wrong counts'] as const),
  ...(['disk full', 'spill refused', 'clock jump'] as const),
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

it(
  'after rounds of kills, stops, full disks and bad streams every table equals that of an undisturbed run',
  async () => {
    const happened = new Set<Happening>();
    for (let number = FIRST; number < FIRST + ROUNDS; number += 1) {
      const round = planRound(SEED, number);
      const name = `round ${number} of seed ${SEED}`;
      say(`${name}: ${round.mode}, ${round.slots} slots of ${round.slotMs} ms`);
      const report = await runRound(round, (line) => say(`  ${line}`));
      for (const what of report.happened.keys()) happened.add(what);
      // This process may neither mount nor limit the size of files.
      if (report.disk === 'none') happened.add('disk full').add('spill refused');
      say(
        `  disk: ${report.disk}; ${[...report.happened].map(([what, times]) => `${what} ${times}`).join(', ')}`,
      );
      say(
        `  ${report.slots} blocks, ${report.gaps} gaps of which ${report.openGaps} open, ${(report.tookMs / 1_000).toFixed(0)} s`,
      );
      expect.soft(report.differences, name).toEqual([]);
      expect.soft(report.openGaps, name).toBe(0);
    }
    if (ROUNDS > 1) expect(NAMED_FAULTS.filter((what) => !happened.has(what))).toEqual([]);
  },
  ROUNDS * LIMIT_MS_OF_EACH,
);
