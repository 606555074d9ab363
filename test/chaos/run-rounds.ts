import { planRound } from './plan.js';
import { type RoundReport, runRound } from './run-round.js';
import type { DiskKind } from './small-disk.js';
import type { Happening } from './stage.js';

/** What the run is for; each must have happened, or the run says nothing about it. */
export const NAMED_FAULTS: readonly Happening[] = [
  ...(['kill ingester', 'kill ClickHouse', 'kill simulator'] as const),
  ...(['stall', 'duplicate', 'reorder', 'drop', 'truncated message', 'wrong counts'] as const),
  ...(['disk full', 'spill refused', 'clock jump'] as const),
];

export interface ChaosOptions {
  seed: number;
  /** No round begins later. */
  minutes: number;
  /** Rounds that run regardless of time: two rounds have had all kinds of faults. */
  leastRounds: number;
  /** The first round's number. */
  firstRound?: number;
  /** `null`: the first that is possible here. */
  disk: DiskKind | null;
  say(line: string): void;
}

export interface ChaosReport {
  rounds: number;
  happened: ReadonlyMap<Happening, number>;
  disk: DiskKind;
  slots: number;
  differences: string[];
  openGaps: number;
}

/** Rounds until the time is over; each runs one chain twice, once undisturbed, and compares all tables row for row. */
export async function runRounds(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, minutes, leastRounds, firstRound = 0, disk, say } = options;
  const deadline = Date.now() + minutes * 60_000;
  const reports: RoundReport[] = [];
  while (reports.length < leastRounds || Date.now() < deadline) {
    const number = firstRound + reports.length;
    const round = planRound(seed, number);
    say(`round ${number} of seed ${seed}: ${round.mode}, ${round.slots} slots of ${round.slotMs} ms`);
    const report = await runRound(round, disk, (line) => say(`  ${line}`));
    reports.push(report);
    say(`  ${listed(report.happened)}`);
    say(
      `  ${report.slots} blocks, ${report.gaps} gaps of which ${report.openGaps} open, ${report.differences.length} differences, ${(report.tookMs / 1_000).toFixed(0)} s`,
    );
    for (const difference of report.differences) say(`  DIFFERENT ${difference.slice(0, 400)}`);
  }
  const total = summed(reports);
  reportTotal(total, seed, say);
  return total;
}

function summed(reports: readonly RoundReport[]): ChaosReport {
  const happened = new Map<Happening, number>();
  for (const report of reports)
    for (const [what, times] of report.happened) happened.set(what, (happened.get(what) ?? 0) + times);
  return {
    rounds: reports.length,
    happened,
    disk: reports[0]?.disk ?? 'none',
    slots: reports.reduce((sum, { slots }) => sum + slots, 0),
    differences: reports.flatMap(({ differences }) => differences),
    openGaps: reports.reduce((sum, { openGaps }) => sum + openGaps, 0),
  };
}

const DISK_TEXTS: Record<DiskKind, string> = {
  tmpfs: 'a tmpfs of 6 MB, filled to its last byte',
  'file size limit': 'a limit of 0 bytes on the size of files: this process may not mount',
  none: 'NOT COVERED: this process may neither mount nor limit the size of files',
};

function reportTotal(report: ChaosReport, seed: number, say: (line: string) => void): void {
  const kinds = [...report.happened].sort(([left], [right]) => left.localeCompare(right));
  const of = (isKill: boolean): Map<Happening, number> =>
    new Map(kinds.filter(([what]) => what.startsWith('kill') === isKill));
  say(`${report.rounds} rounds of seed ${seed}`);
  say(`kills: ${listed(of(true))}`);
  say(`faults: ${listed(of(false))}`);
  say(`disk full: ${DISK_TEXTS[report.disk]}`);
  say(`slots: ${report.slots} blocks compared`);
  say(`differences: ${report.differences.length}; gaps left open: ${report.openGaps}`);
}

function listed(happened: ReadonlyMap<Happening, number>): string {
  return [...happened].map(([what, times]) => `${what} ${times}`).join(', ') || 'none';
}
