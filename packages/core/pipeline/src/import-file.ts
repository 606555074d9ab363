import {
  type Block,
  type BlockContent,
  ChainDataError,
  isNotDecodable,
  type TipAccounts,
} from '@tickscope/chain';
import { type UnknownFrameCount, UnknownFrameCounts } from '@tickscope/dex';
import {
  encodedBlock,
  type Gap,
  isEncoded,
  type StoredLink,
  unknownFramesOfBlock,
  type WritableBlock,
} from '@tickscope/store';
import { DistinctKeys } from './distinct-keys.js';
import { ForkChoice } from './fork-choice/fork-choice.js';
import { ImportRule, KEPT_VERSION } from './import-rule.js';
import type { ChainView } from './repair/repair-range.js';
import type { FileFormat } from './source/file-format.js';
import { type FileItem, type FileSource, openFile } from './source/file-source.js';
import { type BatchWriter, WriteLanes } from './write/write-lanes.js';

export interface ImportOptions {
  /** For formats that do not contain their slot. */
  slot?: number;
  /** With several writers, the next batch is encoded while the database stores the previous one. */
  writer: BatchWriter | readonly BatchWriter[];
  /** The accounts at which lamports are a tip; by default those of this build. */
  tipAccounts?: TipAccounts;
  /** Reads the stored chain, against which the blocks are checked (`ImportRule`). */
  storedLinks: ChainView['links'];
  /** Stores blocks in the place of stored ones, with entries too, whatever the stored chain says. Default: false. */
  replace?: boolean;
  writeGaps(gaps: readonly Gap[]): Promise<void>;
  onProgress?(progress: FileProgress): void;
  /** Called for each file once all of it is stored, in the order of the files. */
  onReport?(report: FileReport): void;
  signal?: AbortSignal;
}

export interface FileProgress {
  path: string;
  bytesRead: number;
  sizeBytes: number;
  transactions: number;
  slots: number;
}

export interface FileReport {
  path: string;
  format: FileFormat | null;
  slots: Record<BlockContent, number>;
  /** First and last stored slot. */
  firstSlot: number | null;
  lastSlot: number | null;
  transactions: number;
  votes: number;
  /** Null if a block does not state whether its transactions succeeded. */
  failed: number | null;
  entries: number;
  ticks: number;
  hashes: number;
  /** Static and loaded accounts of all blocks of the file; null beyond `MAX_COUNTED_ACCOUNTS`. */
  distinctAccounts: number | null;
  /** Failed transactions whose error could not be decoded. */
  undecodableErrors: number;
  /** Swap-like calls that were not decoded, the most frequent first. */
  unknownSwaps: UnknownFrameCount[];
  /** Slots already stored with at least this quality. */
  alreadyStored: number;
  replaced: number;
  rows: number;
  incomplete: { slot: number; reason: string }[];
  incompleteCount: number;
  /** Blocks that were not stored because the chain or a stored version speaks against them. */
  refused: { slot: number; reason: string }[];
  refusedCount: number;
  /** Messages that could not be decoded. */
  garbage: number;
  /** Why reading the file failed. Its valid slots are stored nevertheless. */
  error: string | null;
}

const MAX_COUNTED_ACCOUNTS = 5_000_000;
const MAX_LISTED_SLOTS = 20;
/**
 * A batch is written once it has this many bytes of rows, this many transactions and entries, or this many blocks. Large
 * ones, because ClickHouse merges parts that are three times as large a level less often.
 */
const BATCH_BYTES = 96 * 1024 * 1024;
const BATCH_ROWS = 50_000;
const BATCH_BLOCKS = 1_000;
/**
 * A row of a block without entries counts as this many: such a block is held as objects until it is written, each
 * transaction some 10 kB.
 */
const HELD_FACTOR = 5;

const OTHER_BLOCK_NAMED = 'the file has another block of the slot, on which its next block builds';
const OTHER_BLOCK_FIRST =
  'the file has another block of the slot before it, and none that builds on this one';

/** A file between its first byte and its last written row. */
interface OpenFile {
  report: FileReport;
  isRead: boolean;
  /** Batches that hold something of it and are not written yet. */
  unwritten: number;
}

/** Blocks and gaps to be written together, of one file or of many small ones. */
interface Batch {
  blocks: WritableBlock[];
  /** An entry for each block. */
  links: StoredLink[];
  /** The file that each slot's block is from. */
  fileOf: Map<number, OpenFile>;
  files: Set<OpenFile>;
  rows: number;
  bytes: number;
  gaps: Gap[];
}

const emptyBatch = (): Batch => ({
  blocks: [],
  links: [],
  fileOf: new Map(),
  files: new Set(),
  rows: 0,
  bytes: 0,
  gaps: [],
});

/** Imports one file, as `importFiles` does. */
export async function importFile(path: string, options: ImportOptions): Promise<FileReport> {
  const [report] = await importFiles([path], options);
  return report!;
}

/**
 * Imports files in one pass: batches are filled across files, because an insert costs the same for one block as for many.
 * Decodes blocks while earlier batches are being written, and holds at most one batch more in memory than there are
 * writers. Errors in a file never throw: they are in its report. Throws if the store does not accept the data.
 */
export async function importFiles(paths: readonly string[], options: ImportOptions): Promise<FileReport[]> {
  let batch = emptyBatch();
  const open: OpenFile[] = [];
  const reports: FileReport[] = [];
  const reportWritten = (): void => {
    for (let [first] = open; first?.isRead === true && first.unwritten === 0; [first] = open) {
      open.shift();
      reports.push(first.report);
      options.onReport?.(first.report);
    }
  };
  const rule = new ImportRule(options.storedLinks, { replace: options.replace === true });
  const lanes = new WriteLanes<Batch>([options.writer].flat(), async (writer, batch) => {
    await writeBatch(writer, batch, rule, options);
    for (const file of batch.files) file.unwritten -= 1;
    reportWritten();
  });
  const flush = async (): Promise<void> => {
    await lanes.begin(batch);
    batch = emptyBatch();
  };

  try {
    for (const path of paths) {
      const file: OpenFile = { report: emptyReport(path), isRead: false, unwritten: 0 };
      open.push(file);
      for await (const { slot, block, problem } of readBlocks(path, options, file.report)) {
        // At most one block per slot in a batch: a second block for the same slot goes into the next batch.
        if (batch.fileOf.has(slot)) await flush();
        if (!batch.files.has(file)) {
          batch.files.add(file);
          file.unwritten += 1;
        }
        if (block === null) batch.gaps.push(addIncomplete(file.report, slot, problem));
        else addBlock(batch, file, block);
        if (isFull(batch)) await flush();
      }
      file.isRead = true;
      reportWritten();
    }
    await flush();
    await lanes.end();
  } finally {
    // Also if reading was aborted: no insert may outlive this call.
    await lanes.stopped();
  }
  reportWritten();
  return reports;
}

function addBlock(batch: Batch, file: OpenFile, { block, link, rows }: ReadBlock): void {
  batch.blocks.push(block);
  batch.links.push(link);
  batch.fileOf.set(block.slot, file);
  if (isEncoded(block)) {
    batch.bytes += block.bytes;
    batch.rows += rows;
  } else batch.rows += rows * HELD_FACTOR;
}

/** A block of a file, ready to be written. */
interface ReadBlock {
  block: WritableBlock;
  link: StoredLink;
  /** Transactions and entries. */
  rows: number;
}

/** A slot in a file: its block, or why there is none. */
type SlotOfFile = { slot: number } & ({ block: ReadBlock; problem: null } | { block: null; problem: string });

/** Yields the slots of a file, and completes its report, but for what becomes of them in the store. */
async function* readBlocks(
  path: string,
  options: ImportOptions,
  report: FileReport,
): AsyncGenerator<SlotOfFile> {
  const accounts = new DistinctKeys();
  const unknownSwaps = new UnknownFrameCounts();
  const forks = new ForkChoice();
  /** Blocks that wait for their child to name them, by slot. */
  const waiting = new Set<number>();
  const read = (block: Block): SlotOfFile => {
    // Encoded at once: rows lie outside the heap, where the objects of a batch would be copied by its collector.
    const encoded = encodedBlock(block, options.tipAccounts);
    unknownSwaps.add(unknownFramesOfBlock(encoded));
    const rows = block.transactions.length + block.entries.length;
    return { slot: block.slot, block: { block: encoded, link: linkOf(block), rows }, problem: null };
  };
  for await (const { item, file } of readItems(path, options, report)) {
    options.signal?.throwIfAborted();
    if (item.kind === 'garbage') {
      report.garbage += 1;
      report.error ??= `a message could not be read: ${item.reason}`;
      continue;
    }
    if (item.kind === 'incomplete') yield { slot: item.slot, block: null, problem: item.reason };
    else {
      const { block } = item;
      const { verdict, proven, refuted } = forks.check(block);
      if (verdict.kind === 'unlinked') yield { slot: block.slot, block: null, problem: verdict.reason };
      else countBlock(report, accounts, block);
      if (proven !== null) {
        waiting.delete(proven.slot);
        yield read(proven);
      }
      if (refuted !== null && waiting.delete(refuted)) addRefused(report, refuted, OTHER_BLOCK_NAMED);
      if (verdict.kind === 'take') yield read(block);
      if (verdict.kind === 'drop') addRefused(report, block.slot, OTHER_BLOCK_NAMED);
      if (verdict.kind === 'wait') waiting.add(block.slot);
    }
    options.onProgress?.({
      path,
      bytesRead: file.bytesRead(),
      sizeBytes: file.sizeBytes,
      transactions: report.transactions,
      slots: slotCount(report),
    });
  }
  for (const slot of waiting) addRefused(report, slot, OTHER_BLOCK_FIRST);
  report.distinctAccounts = accounts.size > MAX_COUNTED_ACCOUNTS ? null : accounts.size;
  report.unknownSwaps = unknownSwaps.list();
  if (report.error === null && slotCount(report) === 0)
    report.error = report.incompleteCount > 0 ? 'no slot of it is complete' : 'there is no block in it';
}

function isFull({ blocks, rows, bytes, gaps }: Batch): boolean {
  return rows >= BATCH_ROWS || bytes >= BATCH_BYTES || blocks.length + gaps.length >= BATCH_BLOCKS;
}

/** Yields the items of a file as far as it can be read. The report states why reading stopped. */
async function* readItems(
  path: string,
  options: ImportOptions,
  report: FileReport,
): AsyncGenerator<{ item: FileItem; file: FileSource }> {
  try {
    const file = await openFile(path, options.slot ?? null);
    report.format = file.format;
    for await (const item of file.items()) yield { item, file };
  } catch (error) {
    if (!isFileError(error)) throw error;
    report.error = error.message;
  }
}

export function slotCount({ slots }: Pick<FileReport, 'slots'>): number {
  return slots.full + slots.no_entries + slots.entries_only;
}

function isFileError(error: unknown): error is Error {
  return error instanceof ChainDataError || (error instanceof Error && 'syscall' in error);
}

async function writeBatch(
  writer: BatchWriter,
  { blocks, links, fileOf, gaps }: Batch,
  rule: ImportRule,
  options: ImportOptions,
): Promise<void> {
  await options.writeGaps(gaps);
  const refusals = await rule.refusals(links);
  for (const [slot, reason] of refusals) addRefused(fileOf.get(slot)!.report, slot, reason);
  const accepted = blocks.filter(({ slot }) => !refusals.has(slot));
  const { outcomes, rowsOfSlot } = await writer.write(accepted, { mayDelete: rule.mayDelete });
  for (const block of blocks) if (isEncoded(block)) block.release();
  for (const [slot, outcome] of outcomes) {
    const report = fileOf.get(slot)?.report;
    if (report === undefined) continue;
    report.rows += rowsOfSlot.get(slot) ?? 0;
    if (outcome === 'written' || outcome === 'replaced') rule.stored(slot);
    if (outcome === 'already_stored') report.alreadyStored += 1;
    if (outcome === 'refused') addRefused(report, slot, KEPT_VERSION);
    if (outcome === 'replaced') report.replaced += 1;
    if (outcome === 'conflict') report.error ??= `slot ${slot}: another writer stored another block`;
  }
}

/** Adds the slot to the report and returns its gap. */
function addIncomplete(report: FileReport, slot: number, reason: string): Gap {
  report.incompleteCount += 1;
  if (report.incomplete.length < MAX_LISTED_SLOTS) report.incomplete.push({ slot, reason });
  return { fromSlot: slot, toSlot: slot, cause: 'incomplete', state: 'open', detail: reason };
}

function addRefused(report: FileReport, slot: number, reason: string): void {
  report.refusedCount += 1;
  if (report.refused.length < MAX_LISTED_SLOTS) report.refused.push({ slot, reason });
}

function linkOf({ slot, parentSlot, blockhash, parentBlockhash, content }: Block): StoredLink {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return {
    ...{ slot, parentSlot, content, blockhash: hex(blockhash) },
    parentBlockhash: parentBlockhash === null ? null : hex(parentBlockhash),
  };
}

function countBlock(report: FileReport, accounts: DistinctKeys, block: Block): void {
  report.slots[block.content] += 1;
  report.firstSlot = Math.min(report.firstSlot ?? block.slot, block.slot);
  report.lastSlot = Math.max(report.lastSlot ?? block.slot, block.slot);
  report.transactions += block.transactions.length;
  report.entries += block.entries.length;
  if (!block.hasMeta) report.failed = null;
  for (const entry of block.entries) {
    if (entry.isTick) report.ticks += 1;
    report.hashes += entry.numHashes;
  }
  for (const tx of block.transactions) {
    if (tx.isVote) report.votes += 1;
    const error = tx.meta?.error ?? null;
    if (report.failed !== null && error !== null) report.failed += 1;
    if (error !== null && isNotDecodable(error)) report.undecodableErrors += 1;
    if (accounts.size > MAX_COUNTED_ACCOUNTS) continue;
    for (const key of tx.staticKeys) accounts.add(key);
    if (tx.loaded === null) continue;
    for (const key of tx.loaded.writable) accounts.add(key);
    for (const key of tx.loaded.readonly) accounts.add(key);
  }
}

function emptyReport(path: string): FileReport {
  return {
    path,
    format: null,
    slots: { full: 0, no_entries: 0, entries_only: 0 },
    firstSlot: null,
    lastSlot: null,
    transactions: 0,
    votes: 0,
    failed: 0,
    entries: 0,
    ticks: 0,
    hashes: 0,
    distinctAccounts: 0,
    undecodableErrors: 0,
    unknownSwaps: [],
    alreadyStored: 0,
    replaced: 0,
    rows: 0,
    incomplete: [],
    incompleteCount: 0,
    refused: [],
    refusedCount: 0,
    garbage: 0,
    error: null,
  };
}
