import { type Block, type BlockContent, ChainDataError } from '@tickscope/chain';
import { type UnknownFrameCount, UnknownFrameCounts } from '@tickscope/dex';
import {
  encodedBlock,
  type Gap,
  isEncoded,
  unknownFramesOfBlock,
  type WritableBlock,
} from '@tickscope/store';
import { DistinctKeys } from './distinct-keys.js';
import type { FileFormat } from './source/file-format.js';
import { type FileItem, type FileSource, LinkCheck, openFile } from './source/file-source.js';
import { type BatchWriter, WriteLanes } from './write/write-lanes.js';

export interface ImportOptions {
  /** For formats that do not contain their slot. */
  slot?: number;
  /** With several writers, the next batch is encoded while the database stores the previous one. */
  writer: BatchWriter | readonly BatchWriter[];
  writeGaps(gaps: readonly Gap[]): Promise<void>;
  onProgress?(progress: { bytesRead: number; sizeBytes: number; transactions: number; slots: number }): void;
  signal?: AbortSignal;
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
  /** Swap-like calls that no layout of a DEX program describes, the most frequent first. */
  unknownSwaps: UnknownFrameCount[];
  /** Slots already stored with at least this quality. */
  alreadyStored: number;
  replaced: number;
  rows: number;
  incomplete: { slot: number; reason: string }[];
  incompleteCount: number;
  /** Messages that could not be decoded. */
  garbage: number;
  /** Why reading the file failed. Its valid slots are stored nevertheless. */
  error: string | null;
}

export const MAX_COUNTED_ACCOUNTS = 5_000_000;
const MAX_LISTED_INCOMPLETE = 20;
/**
 * A batch is written once it has this many bytes of rows, this many transactions and entries, or this many blocks. Large
 * ones, because ClickHouse merges parts that are three times as large a level less often.
 */
const BATCH_BYTES = 96 * 1024 * 1024;
const BATCH_ROWS = 50_000;
const BATCH_BLOCKS = 1_000;

/** Blocks and gaps to be written together. */
interface Batch {
  blocks: WritableBlock[];
  rows: number;
  bytes: number;
  gaps: Gap[];
}

const emptyBatch = (): Batch => ({ blocks: [], rows: 0, bytes: 0, gaps: [] });

/**
 * Imports one file. Decodes blocks while earlier batches are being written, and holds at most one batch more in memory
 * than there are writers. Errors in the file never throw: they are in the report. Throws if the store does not accept
 * the data.
 */
export async function importFile(path: string, options: ImportOptions): Promise<FileReport> {
  const report = emptyReport(path);
  const accounts = new DistinctKeys();
  const unknownSwaps = new UnknownFrameCounts();
  const links = new LinkCheck();
  let batch = emptyBatch();
  const lanes = new WriteLanes<Batch>([options.writer].flat(), (writer, batch) =>
    writeBatch(writer, batch, report, options),
  );
  const flush = async (): Promise<void> => {
    await lanes.begin(batch);
    batch = emptyBatch();
  };

  try {
    for await (const { item, file } of readItems(path, options, report)) {
      options.signal?.throwIfAborted();
      if (item.kind === 'garbage') {
        report.garbage += 1;
        report.error ??= `a message could not be read: ${item.reason}`;
        continue;
      }
      const problem = item.kind === 'incomplete' ? item.reason : links.check(item.block);
      if (item.kind === 'incomplete' || problem !== null) {
        const slot = item.kind === 'incomplete' ? item.slot : item.block.slot;
        batch.gaps.push(addIncomplete(report, slot, problem ?? ''));
      } else {
        countBlock(report, accounts, item.block);
        // Encoded at once: rows lie outside the heap, where the objects of a batch would be copied by its collector.
        const block = encodedBlock(item.block);
        unknownSwaps.add(unknownFramesOfBlock(block));
        // At most one block per slot in a batch: a second block for the same slot goes into the next batch.
        if (batch.blocks.some(({ slot }) => slot === block.slot)) await flush();
        batch.blocks.push(block);
        batch.rows += item.block.transactions.length + item.block.entries.length;
        if (isEncoded(block)) batch.bytes += block.bytes;
      }
      if (isFull(batch)) await flush();
      options.onProgress?.({
        bytesRead: file.bytesRead(),
        sizeBytes: file.sizeBytes,
        transactions: report.transactions,
        slots: slotCount(report),
      });
    }
    await flush();
    await lanes.end();
  } finally {
    // Also if reading was aborted: no insert may outlive this call.
    await lanes.stopped();
  }
  report.distinctAccounts = accounts.size > MAX_COUNTED_ACCOUNTS ? null : accounts.size;
  report.unknownSwaps = unknownSwaps.list();
  if (report.error === null && slotCount(report) === 0)
    report.error = report.incompleteCount > 0 ? 'no slot of it is complete' : 'there is no block in it';
  return report;
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
  { blocks, gaps }: Batch,
  report: FileReport,
  options: ImportOptions,
): Promise<void> {
  await options.writeGaps(gaps);
  const { outcomes, rows } = await writer.write(blocks);
  for (const block of blocks) if (isEncoded(block)) block.release();
  report.rows += rows;
  for (const [slot, outcome] of outcomes) {
    if (outcome === 'already_stored') report.alreadyStored += 1;
    if (outcome === 'replaced') report.replaced += 1;
    if (outcome === 'conflict') report.error ??= `slot ${slot}: another writer stored another block`;
  }
}

/** Adds the slot to the report and returns its gap. */
function addIncomplete(report: FileReport, slot: number, reason: string): Gap {
  report.incompleteCount += 1;
  if (report.incomplete.length < MAX_LISTED_INCOMPLETE) report.incomplete.push({ slot, reason });
  return { fromSlot: slot, toSlot: slot, cause: 'incomplete', state: 'open', detail: reason };
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
    if (report.failed !== null && tx.meta?.error != null) report.failed += 1;
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
    unknownSwaps: [],
    alreadyStored: 0,
    replaced: 0,
    rows: 0,
    incomplete: [],
    incompleteCount: 0,
    garbage: 0,
    error: null,
  };
}
