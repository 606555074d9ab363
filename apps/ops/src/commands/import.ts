import type { SlotRange } from '@tickscope/chain';
import {
  formatBytes,
  formatCount,
  formatTable,
  note,
  parseSlot,
  print,
  printableJson,
  printablePath,
  progressLine,
  type StoreFlags,
} from '@tickscope/command-line';
import {
  type FileProgress,
  type FileReport,
  FORMAT_NAMES,
  importFiles,
  slotCount,
} from '@tickscope/pipeline';
import { BlockWriter, migrate, readLinks, tipAccountsOf, writeGaps } from '@tickscope/store';
import { Command } from 'commander';
import { stoppable } from '../interruption.js';
import { withStack } from '../stack.js';
import { buildHeat, detectStored } from '../stored-later.js';
import { describeUnknownSwaps } from '../unknown-swaps.js';

interface ImportFlags extends StoreFlags {
  slot?: number;
  replace?: boolean;
}

/** Two writers, so that the rows of one batch are encoded while the database takes those of another. */
const WRITERS = 2;
const REPLACE_WARNING =
  '--replace: the blocks of these files take the place of stored ones, with their entries, whatever the stored chain says about them.';
const REPLACE_ADVICE =
  'Refused blocks were not stored; what was stored stays. If a file is right and the store is wrong, import it with --replace.';

export function importCommand(): Command {
  return new Command('import')
    .description(
      'Store the blocks of files. The format is found by content: Geyser recording (messages after a u32\n' +
        'big-endian length), getBlock JSON (encoding json, jsonParsed, base58 or base64), ConfirmedBlock\n' +
        'protobuf, Old Faithful CAR. Blocks that are stored already are left as they are. A block is refused if the stored\n' +
        'chain speaks against it, and where another version with entries is stored.',
    )
    .argument('<file...>', 'files to import')
    .option('--data-dir <dir>', 'data folder of the embedded servers (default: .tickscope)')
    .option(
      '--slot <slot>',
      'slot of a getBlock or ConfirmedBlock file whose name does not begin with it',
      parseSlot,
    )
    .option('--replace', 'store the blocks even so: they take the place of stored ones, with their entries')
    .option('--json', 'print the reports as JSON, one line per file')
    .action(async (files: string[], flags: ImportFlags) => {
      const reports = await storeFiles(files, flags);
      if (flags.json !== true) print(formatReports(reports));
      if (reports.some((report) => !isComplete(report))) process.exitCode = 1;
    });
}

async function storeFiles(files: readonly string[], flags: ImportFlags): Promise<FileReport[]> {
  return withStack(flags, ({ store }) =>
    stoppable('interrupted; what was written stays', async ({ signal }) => {
      if (flags.replace === true) note(REPLACE_WARNING);
      const progress = fileProgress(files);
      await migrate(store);
      const writers = Array.from({ length: WRITERS }, () => new BlockWriter(store));
      const reports = await importFiles(files, {
        writer: writers,
        tipAccounts: await tipAccountsOf(store.read).refresh(),
        storedLinks: (fromSlot, toSlot) => readLinks(store.read, fromSlot, toSlot),
        replace: flags.replace === true,
        writeGaps: (gaps) => writeGaps(store.write, gaps),
        onProgress: progress.update,
        onReport: (report) => {
          if (flags.json === true) print(printableJson(report, 0));
        },
        signal,
        ...(flags.slot === undefined ? {} : { slot: flags.slot }),
      });
      progress.clear();
      await detectStored(store, rangesOf(reports), signal);
      if (reports.some(storedSomething)) await buildHeat(store, signal);
      return reports;
    }),
  );
}

function isComplete(report: FileReport): boolean {
  return report.error === null && report.refusedCount === 0;
}

function storedSomething(report: FileReport): boolean {
  return slotCount(report) > report.alreadyStored + report.refusedCount;
}

/** Detection asks once for files this near to each other: to read that many slots costs no more than to ask. */
const NEAR_SLOTS = 10_000;

/** The slot ranges of the files. Near ones are merged, because each block may have a file of its own. */
function rangesOf(reports: readonly FileReport[]): SlotRange[] {
  const ranges: SlotRange[] = [];
  const ofFiles = reports.flatMap(({ firstSlot, lastSlot }) =>
    firstSlot === null || lastSlot === null ? [] : [{ fromSlot: firstSlot, toSlot: lastSlot }],
  );
  for (const range of ofFiles.sort((a, b) => a.fromSlot - b.fromSlot)) {
    const last = ranges.at(-1);
    if (last !== undefined && range.fromSlot <= last.toSlot + NEAR_SLOTS)
      last.toSlot = Math.max(last.toSlot, range.toSlot);
    else ranges.push(range);
  }
  return ranges;
}

function fileProgress(files: readonly string[]): {
  update(progress: FileProgress): void;
  clear(): void;
} {
  const line = progressLine();
  let path = '';
  let place = 0;
  let started = 0;
  return {
    update({ path: now, bytesRead, sizeBytes, transactions, slots }) {
      if (now !== path) {
        path = now;
        place = files.indexOf(path, place) + 1;
        started = Date.now();
      }
      const percent = sizeBytes === 0 ? 100 : Math.floor((100 * bytesRead) / sizeBytes);
      const perSecond = Math.round((transactions * 1_000) / Math.max(1, Date.now() - started));
      const which = files.length === 1 ? '' : ` (${formatCount(place)} of ${formatCount(files.length)})`;
      line.update(
        `${printablePath(path)}${which}: ${percent} % of ${formatBytes(sizeBytes)}, ${formatCount(slots)} slots, ${formatCount(transactions)} transactions (${formatCount(perSecond)}/s)`,
      );
    },
    clear: line.clear,
  };
}

/** Paths, and messages that may name them, come from a folder that others may have filled. */
function printable(report: FileReport): FileReport {
  const { path, error } = report;
  return { ...report, path: printablePath(path), error: error === null ? null : printablePath(error) };
}

/** The reports as a table, and what is wrong below it. */
export function formatReports(given: readonly FileReport[]): string {
  const reports = given.map(printable);
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
    ...slotNotes(report, report.incomplete, report.incompleteCount, ['is not whole', 'such slots']),
    ...slotNotes(report, report.refused, report.refusedCount, ['is refused', 'are refused']),
    ...undecodableErrorsOf(report),
    ...unknownSwapsOf(report),
  ]);
  if (reports.some(({ refusedCount }) => refusedCount > 0)) notes.push(REPLACE_ADVICE);
  return [formatTable(rows), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

/** A note on each listed slot, and on how many more there are. */
function slotNotes(
  { path }: FileReport,
  listed: FileReport['refused'],
  count: number,
  [one, many]: [string, string],
): string[] {
  const notes = listed.map(({ slot, reason }) => `${path}: slot ${slot} ${one}: ${reason}`);
  const more = count - listed.length;
  return more > 0 ? [...notes, `${path}: and ${formatCount(more)} more ${many}`] : notes;
}

function undecodableErrorsOf({ path, undecodableErrors: count }: FileReport): string[] {
  if (count === 0) return [];
  const what =
    count === 1
      ? '1 failed transaction has an error that is'
      : `${formatCount(count)} failed transactions have errors that are`;
  return [`${path}: ${what} not decodable; why they failed is not known`];
}

function unknownSwapsOf({ path, unknownSwaps }: FileReport): string[] {
  const text = describeUnknownSwaps(unknownSwaps);
  return text === null ? [] : [`${path}: ${text}; "tickscope dex ${path}" shows them`];
}

/** The state of a file, most important first: whether it is complete, then what its blocks lack. */
function stateOf(report: FileReport): string {
  const part = (count: number, what: string): string[] =>
    count > 0 ? [`${formatCount(count)} ${what}`] : [];
  return [
    isComplete(report) ? 'complete' : report.error === null ? 'refused' : 'failed',
    ...part(report.slots.no_entries, 'without entries (no ticks)'),
    ...part(report.slots.entries_only, 'entries only'),
    ...part(report.incompleteCount, 'incomplete'),
    ...part(report.refusedCount, 'not stored'),
    ...part(report.alreadyStored, 'stored before'),
    ...part(report.replaced, 'replaced another block'),
  ].join(', ');
}
