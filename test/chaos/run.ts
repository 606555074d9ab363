import { parseArgs } from 'node:util';
import { planRound } from './plan.js';
import { type RoundReport, runRound } from './run-round.js';

/**
 * The chaos run: `npx tsx --conditions=tickscope:source test/chaos/run.ts --minutes 5 --seed 1`. Rounds until the time
 * is over; each runs one chain twice, once undisturbed, and compares all tables row for row. Exit code 1 when any
 * differs. `--round N` repeats one of them.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    round: { type: 'string' },
  },
});
const seed = Number(values.seed);
const deadline = Date.now() + Number(values.minutes) * 60_000;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const reports: (RoundReport & { round: number })[] = [];
for (let number = Number(values.round ?? 0); reports.length === 0 || Date.now() < deadline; number += 1) {
  const round = planRound(seed, number);
  const faults = Object.entries(round.faults).filter(
    ([name, value]) => name.endsWith('Share') && Number(value) > 0,
  );
  say(`round ${number}: ${round.mode}, ${faults.map(([name, value]) => `${name} ${value}`).join(', ')}`);
  const report = await runRound(round, (line) => say(`  ${line}`));
  reports.push({ ...report, round: number });
  say(
    `  ${report.slots} slots, ${report.kills} kills, ${report.gaps} gaps of which ${report.openGaps} open, ${report.differences.length} differences, ${(report.tookMs / 1_000).toFixed(0)} s`,
  );
  for (const difference of report.differences) say(`  DIFFERENT ${difference.slice(0, 300)}`);
  if (values.round !== undefined) break;
}
const sum = (of: (report: RoundReport) => number): number =>
  reports.reduce((total, report) => total + of(report), 0);
say(
  `${reports.length} rounds of seed ${seed}: ${sum(({ kills }) => kills)} kills, ${sum(({ events }) => events)} events, ${sum(({ slots }) => slots)} slots, ${sum(({ differences }) => differences.length)} differences, ${sum(({ openGaps }) => openGaps)} gaps left open`,
);
process.exit(sum(({ differences, openGaps }) => differences.length + openGaps) === 0 ? 0 : 1);
