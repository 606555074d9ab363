import { availableParallelism } from 'node:os';
import { formatCount, parseInteger, print, progressLine } from '@tickscope/command-line';
import type { VerifyProgress } from '@tickscope/verify';
import { sandwichCheck, verifyRange } from '@tickscope/verify';
import { Command } from 'commander';
import { type RangeFlags, slotRangeOf, withSlotRange } from '../slot-range-options.js';
import { withStack } from '../stack.js';
import { describeVerification } from '../verify/report.js';

interface VerifyFlags extends RangeFlags {
  poh?: boolean;
  threads: number;
}

const MOST_THREADS = 64;

export function verifyCommand(): Command {
  return withSlotRange(new Command('verify'))
    .description(
      'Prove what is stored of a range of slots: parents linked by hash, counts against the rows of each table,\n' +
        'ticks by both formulas, duplicates, gaps, and the stored sandwiches against those found again in the stored\n' +
        'swaps. Exits with 0 only when nothing is wrong.',
    )
    .option('--poh', 'recompute the hash chain too: every hash of every entry')
    .option(
      '--threads <number>',
      'threads for --poh',
      parseInteger(1, MOST_THREADS),
      Math.min(MOST_THREADS, availableParallelism()),
    )
    .option('--json', 'print one JSON object')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .action(async (flags: VerifyFlags) => {
      const range = slotRangeOf(flags);
      const progress = progressLine(LINE_EVERY_MS);
      const report = await withStack(flags, ({ store }) =>
        verifyRange(store.read, {
          ...range,
          checkSandwiches: sandwichCheck(),
          pohWorkers: flags.poh === true ? flags.threads : null,
          onProgress: (at) => progress.update(progressText(at)),
        }),
      ).finally(progress.clear);
      print(flags.json === true ? JSON.stringify(report) : describeVerification(report));
      if (!report.isProven) process.exitCode = 1;
    });
}

/** The interval between lines where standard error is not a terminal. */
const LINE_EVERY_MS = 5_000;
const STAGES: Record<VerifyProgress['stage'], string> = {
  chain: 'parents',
  rows: 'entries and transactions',
  lookups: 'other tables',
  sandwiches: 'sandwiches',
  poh: 'hash chain',
};

function progressText({ stage, slot, blocksDone, blocksTotal }: VerifyProgress): string {
  const total = blocksTotal === null ? '' : ` of ${formatCount(blocksTotal)}`;
  return `${STAGES[stage]}: ${formatCount(blocksDone)}${total} slots done, at slot ${slot}`;
}
