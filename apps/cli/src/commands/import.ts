import type { SlotRange } from '@tickscope/chain';
import { type FileReport, FORMAT_NAMES, importFile, slotCount } from '@tickscope/pipeline';
import { BlockWriter, migrate, writeGaps } from '@tickscope/store';
import { Command } from 'commander';
import { parseInteger } from '../parse-integer.js';
import { rewrittenLine } from '../rewritten-line.js';
import { dataDirOf, openStack } from '../stack.js';
import { buildHeat, detectStored } from '../stored-later.js';
import { formatBytes, formatCount, formatTable } from '../table.js';
import { describeUnknownSwaps } from '../unknown-swaps.js';

interface ImportFlags {
  dataDir?: string;
  slot?: number;
  json?: boolean;
}

/** Two writers, so that the rows of one batch are encoded while the database takes those of another. */
const WRITERS = 2;

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Store the blocks of files. The format is found by content: Geyser recording (messages after a u32\n' +
        'big-endian length), getBlock JSON (encoding json, base58 or base64), ConfirmedBlock protobuf, Old\n' +
        'Faithful CAR. Blocks that are stored already are left as they are.',
    )
    .argument('<file...>', 'files to import')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .option(
      '--slot <slot>',
      'slot of a getBlock or ConfirmedBlock file whose name does not begin with it',
      parseInteger(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--json', 'print the reports as JSON, one line per file')
    .action(async (files: string[], flags: ImportFlags) => {
      const reports = await importFiles(files, flags);
      if (flags.json !== true) process.stdout.write(`${formatReports(reports)}\n`);
      if (reports.some((report) => report.error !== null)) process.exitCode = 1;
    });
}

async function importFiles(files: readonly string[], flags: ImportFlags): Promise<FileReport[]> {
  const stack = await openStack({
    dataDir: dataDirOf(flags.dataDir),
    startIfNone: true,
    say: (line) => process.stderr.write(`${line}\n`),
  });
  const stopped = new AbortController();
  const stop = (): void => stopped.abort(new Error('interrupted; what was written stays'));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const reports: FileReport[] = [];
  try {
    await migrate(stack.store);
    const writers = Array.from({ length: WRITERS }, () => new BlockWriter(stack.store));
    for (const path of files) {
      const progress = progressLine(path);
      const report = await importFile(path, {
        writer: writers,
        writeGaps: (gaps) => writeGaps(stack.store.write, gaps),
        onProgress: progress.update,
        signal: stopped.signal,
        ...(flags.slot === undefined ? {} : { slot: flags.slot }),
      });
      progress.clear();
      reports.push(report);
      if (flags.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
    }
    await detectStored(stack.store, rangesOf(reports), stopped.signal);
    if (reports.some(storedSomething)) await buildHeat(stack.store, stopped.signal);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await stack.close();
  }
  return reports;
}

function storedSomething(report: FileReport): boolean {
  return slotCount(report) > report.alreadyStored;
}

/**
 * The slot ranges of the files. Overlapping and adjoining ranges are merged, because each block may have a file
 * of its own.
 */
function rangesOf(reports: readonly FileReport[]): SlotRange[] {
  const ranges: SlotRange[] = [];
  const ofFiles = reports.flatMap(({ firstSlot, lastSlot }) =>
    firstSlot === null || lastSlot === null ? [] : [{ fromSlot: firstSlot, toSlot: lastSlot }],
  );
  for (const range of ofFiles.sort((a, b) => a.fromSlot - b.fromSlot)) {
    const last = ranges.at(-1);
    if (last !== undefined && range.fromSlot <= last.toSlot + 1)
      last.toSlot = Math.max(last.toSlot, range.toSlot);
    else ranges.push(range);
  }
  return ranges;
}

function progressLine(path: string): {
  update(progress: { bytesRead: number; sizeBytes: number; transactions: number; slots: number }): void;
  clear(): void;
} {
  const line = rewrittenLine();
  const started = Date.now();
  return {
    update({ bytesRead, sizeBytes, transactions, slots }) {
      const percent = sizeBytes === 0 ? 100 : Math.floor((100 * bytesRead) / sizeBytes);
      const perSecond = Math.round((transactions * 1_000) / Math.max(1, Date.now() - started));
      line.update(
        `${path}: ${percent} % of ${formatBytes(sizeBytes)}, ${formatCount(slots)} slots, ${formatCount(transactions)} transactions (${formatCount(perSecond)}/s)`,
      );
    },
    clear: line.clear,
  };
}

function formatReports(reports: readonly FileReport[]): string {
  const rows = [
    ['file', 'format', 'slots', 'transactions', 'votes', 'failed', 'entries', 'ticks', 'accounts', 'state'],
    ...reports.map((report) => [
      report.path,
      report.format === null ? '–' : FORMAT_NAMES[report.format],
      formatCount(slotCount(report)),
      formatCount(report.transactions),
      formatCount(report.votes),
      report.failed === null ? '–' : formatCount(report.failed),
      formatCount(report.entries),
      formatCount(report.ticks),
      report.distinctAccounts === null ? '> 5,000,000' : formatCount(report.distinctAccounts),
      stateOf(report),
    ]),
  ];
  const notes = reports.flatMap((report) => [
    ...(report.error === null ? [] : [`${report.path}: ${report.error}`]),
    ...report.incomplete.map(({ slot, reason }) => `${report.path}: slot ${slot} is not whole: ${reason}`),
    ...(report.incompleteCount > report.incomplete.length
      ? [
          `${report.path}: and ${formatCount(report.incompleteCount - report.incomplete.length)} more such slots`,
        ]
      : []),
    ...unknownSwapsOf(report),
  ]);
  return [formatTable(rows), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

function unknownSwapsOf({ path, unknownSwaps }: FileReport): string[] {
  const text = describeUnknownSwaps(unknownSwaps);
  return text === null ? [] : [`${path}: ${text}; "tickscope dex ${path}" shows them`];
}

/** The state of a file, most important first: whether it is complete, then what its blocks lack. */
function stateOf(report: FileReport): string {
  const { slots } = report;
  const parts = [
    report.error === null ? 'complete' : 'failed',
    ...(slots.no_entries > 0 ? [`${formatCount(slots.no_entries)} without entries (no ticks)`] : []),
    ...(slots.entries_only > 0 ? [`${formatCount(slots.entries_only)} entries only`] : []),
    ...(report.incompleteCount > 0 ? [`${formatCount(report.incompleteCount)} incomplete`] : []),
    ...(report.alreadyStored > 0 ? [`${formatCount(report.alreadyStored)} stored before`] : []),
    ...(report.replaced > 0 ? [`${formatCount(report.replaced)} replaced another block`] : []),
  ];
  return parts.join(', ');
}
