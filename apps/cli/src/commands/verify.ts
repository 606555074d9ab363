import { availableParallelism } from 'node:os';
import { sandwichCheck } from '@tickscope/pipeline';
import { RULE_TEXTS, type VerifyProgress, type VerifyReport } from '@tickscope/queries/verify/report';
import { verifyRange } from '@tickscope/queries/verify/verify-range';
import { Command } from 'commander';
import { UsageError } from '../cli-error.js';
import { parseInteger } from '../parse-integer.js';
import { dataDirOf, openStack } from '../stack.js';
import { formatCount, formatTable } from '../table.js';

interface VerifyFlags {
  dataDir?: string;
  from: number;
  to: number;
  poh?: boolean;
  threads: number;
  json?: boolean;
}

const MOST_THREADS = 64;

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Prove what is stored of a range of slots: parents linked by hash, counts against the rows of each table,\n' +
        'ticks by both formulas, duplicates, gaps, and the stored sandwiches against those found again in the stored\n' +
        'swaps. Exits with 0 only when nothing is wrong.',
    )
    .requiredOption('--from <slot>', 'first slot', parseInteger(0, Number.MAX_SAFE_INTEGER))
    .requiredOption('--to <slot>', 'last slot, inclusive', parseInteger(0, Number.MAX_SAFE_INTEGER))
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
      if (flags.from > flags.to) throw new UsageError('--from lies after --to');
      const stack = await openStack({
        dataDir: dataDirOf(flags.dataDir),
        startIfNone: true,
        say: (line) => process.stderr.write(`${line}\n`),
      });
      const progress = new ProgressReport(process.stderr);
      try {
        const report = await verifyRange(stack.store.read, {
          fromSlot: flags.from,
          toSlot: flags.to,
          checkSandwiches: sandwichCheck(),
          pohWorkers: flags.poh === true ? flags.threads : null,
          onProgress: (at) => progress.show(at),
        });
        progress.end();
        const text = flags.json === true ? JSON.stringify(report) : describe(report);
        process.stdout.write(`${text}\n`);
        if (!report.isProven) process.exitCode = 1;
      } finally {
        progress.end();
        await stack.close();
      }
    });
}

const STAGES: Record<VerifyProgress['stage'], string> = {
  chain: 'parents',
  rows: 'entries and transactions',
  lookups: 'other tables',
  sandwiches: 'sandwiches',
  poh: 'hash chain',
};

/** The interval between lines where the stream is not a terminal. */
const LINE_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 100;
const ERASE_LINE = '\r\u001b[2K';

/** Shows progress: a line rewritten in place on a terminal, elsewhere a line every few seconds. */
class ProgressReport {
  readonly #stream: NodeJS.WriteStream;
  readonly #startedAt = Date.now();
  #shownAt: number | null = null;
  #isOpen = false;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show({ stage, slot, blocksDone, blocksTotal }: VerifyProgress): void {
    const now = Date.now();
    const { isTTY } = this.#stream;
    const pause = isTTY ? REDRAW_EVERY_MS : LINE_EVERY_MS;
    if (now - (this.#shownAt ?? (isTTY ? 0 : this.#startedAt)) < pause) return;
    this.#shownAt = now;
    const total = blocksTotal === null ? '' : ` of ${formatCount(blocksTotal)}`;
    const text = `${STAGES[stage]}: ${formatCount(blocksDone)}${total} slots done, at slot ${slot}`;
    this.#stream.write(isTTY ? `${ERASE_LINE}${text}` : `${text}\n`);
    this.#isOpen = isTTY;
  }

  end(): void {
    if (this.#isOpen) this.#stream.write(ERASE_LINE);
    this.#isOpen = false;
  }
}

function describe(report: VerifyReport): string {
  const { slots, links, poh, problems, problemCount } = report;
  const notStored = `${formatCount(slots.skipped)} skipped, ${formatCount(slots.missing)} missing`;
  const rows: string[][] = [
    ['', 'looked at', 'not provable', ''],
    ['slots', formatCount(slots.stored), '', notStored],
    ['parents', formatCount(links.proven), countOrDash(links.unproven), 'linked by hash'],
    ['entries', formatCount(report.entries), '', `${formatCount(slots.noEntries)} blocks without entries`],
    ['ticks', formatCount(report.ticks), '', 'counted from both ends'],
    [
      'transactions',
      formatCount(report.transactions),
      '',
      `${formatCount(slots.entriesOnly)} blocks with entries only`,
    ],
    ['rows of other tables', formatCount(report.lookupRows), '', 'counted against the transactions'],
  ];
  if (report.sandwiches !== null)
    rows.push(['sandwiches', formatCount(report.sandwiches), '', 'found again in the stored swaps']);
  if (slots.expired > 0)
    rows.push(['expired', formatCount(slots.expired), '', 'blocks with rows gone for their age']);
  if (poh !== null) {
    const unproven = poh.entriesWithoutSignatures + poh.entriesWithoutStart;
    rows.push(
      [
        'hash chain, entries',
        formatCount(poh.entriesProven),
        countOrDash(unproven),
        unprovenBecause(poh.entriesWithoutSignatures, poh.entriesWithoutStart),
      ],
      ['hash chain, ticks', formatCount(poh.ticksProven), '', `${formatCount(poh.hashes)} hashes recomputed`],
    );
  }
  const verdict =
    problemCount === 0
      ? `Slots ${report.fromSlot} to ${report.toSlot}: nothing is wrong.`
      : `Slots ${report.fromSlot} to ${report.toSlot}: ${formatCount(problemCount)} things are WRONG.`;
  if (problemCount === 0) return `${formatTable(rows)}\n\n${verdict}`;
  const list = problems.map(({ rule, slot, toSlot, detail }) => [
    toSlot === slot ? String(slot) : `${slot} to ${toSlot}`,
    RULE_TEXTS[rule],
    detail,
  ]);
  const rest = problemCount - problems.length;
  return (
    `${formatTable(rows)}\n\n${formatTable([['slot', 'what is wrong', ''], ...list])}\n` +
    `${rest > 0 ? `and ${formatCount(rest)} more\n` : ''}\n${verdict}`
  );
}

function countOrDash(count: number): string {
  return count === 0 ? '–' : formatCount(count);
}

function unprovenBecause(withoutSignatures: number, withoutStart: number): string {
  const reasons = [
    ...(withoutSignatures > 0 ? [`${formatCount(withoutSignatures)} whose transactions are not stored`] : []),
    ...(withoutStart > 0 ? [`${formatCount(withoutStart)} after a hash that is not stored`] : []),
  ];
  return reasons.join(', ');
}
