import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  assembleBlock,
  type Block,
  ChainDataError,
  decodeConfirmedBlock,
  decodeMeta,
  decodeRewardsLeader,
  isSimpleVote,
  parseExactJson,
  parseGetBlock,
  type RawCarTransaction,
  readCarBlocks,
  SlotAssembler,
  type SlotOutcome,
  type Transaction,
} from '@tickscope/chain';
import { detectFormat, type FileFormat, HEAD_BYTES } from './file-format.js';
import { readRecording } from './recording.js';

/** A file that is a single block must fit in memory several times over. */
const MAX_SINGLE_BLOCK_BYTES = 512 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** An item of a file, in file order: a completed slot, or something unreadable. */
export type FileItem = SlotOutcome | { kind: 'garbage'; reason: string };

export interface FileSource {
  format: FileFormat;
  sizeBytes: number;
  /** Bytes read so far, for progress. */
  bytesRead(): number;
  /** Throws `ChainDataError` where the file cannot be read further; earlier items stay valid. */
  items(): AsyncGenerator<FileItem>;
}

/**
 * Opens a file of blocks and detects its format by content. `getBlock` JSON and ConfirmedBlock do not contain their
 * slot: it is `slot` or, if null, the leading digits of the file name.
 */
export async function openFile(path: string, slot: number | null): Promise<FileSource> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
    await handle.read(head, 0, head.length, 0);
    const format = detectFormat(head);
    if (format === null)
      throw new ChainDataError(
        'unsupported',
        'not a Geyser recording, getBlock JSON, ConfirmedBlock or CAR file (recognised by their first bytes)',
      );
    if (format === 'recording' || format === 'car') return streamed(path, format, size);
    return singleBlock(path, format, size, slot ?? slotOfName(path));
  } finally {
    await handle.close();
  }
}

function slotOfName(path: string): number {
  const digits = /^(\d{1,15})(?!\d)/.exec(basename(path))?.[1];
  if (digits === undefined)
    throw new ChainDataError(
      'incomplete',
      'this format does not hold its slot: begin the file name with it, or give --slot',
    );
  return Number(digits);
}

function singleBlock(path: string, format: FileFormat, sizeBytes: number, slot: number): FileSource {
  let bytesRead = 0;
  return {
    format,
    sizeBytes,
    bytesRead: () => bytesRead,
    async *items() {
      if (sizeBytes > MAX_SINGLE_BLOCK_BYTES)
        throw new ChainDataError('unsupported', `a block of ${sizeBytes} bytes: no block is that large`);
      const bytes = await readFile(path);
      bytesRead = bytes.length;
      const block: Block =
        format === 'getblock_json'
          ? parseGetBlock(parseExactJson(new TextDecoder().decode(bytes)), slot)
          : decodeConfirmedBlock(bytes, slot);
      yield { kind: 'block', block };
    },
  };
}

function streamed(path: string, format: 'recording' | 'car', sizeBytes: number): FileSource {
  let bytesRead = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      bytesRead += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  return {
    format,
    sizeBytes,
    bytesRead: () => bytesRead,
    items: () => (format === 'car' ? carItems(chunks()) : recordingItems(chunks())),
  };
}

async function* recordingItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileItem> {
  const assembler = new SlotAssembler({ source: 'recording', expectTransactions: 'auto' });
  try {
    for await (const message of readRecording(chunks)) {
      if (message.kind === 'garbage') yield message;
      else yield* assembler.push(message.update);
    }
  } finally {
    // Also if the file is truncated: slots that were complete before that are returned.
    yield* assembler.finish();
  }
}

async function* carItems(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FileItem> {
  let previous: { slot: number; blockhash: Uint8Array } | null = null;
  for await (const raw of readCarBlocks(chunks, { decodeMeta, decodeRewardsLeader })) {
    const blockhash = raw.entries.at(-1)?.hash ?? new Uint8Array(0);
    try {
      const block = assembleBlock({
        slot: raw.slot,
        parentSlot: raw.parentSlot ?? 0,
        blockhash,
        // A CAR contains no block hashes. The parent hash is known only if the parent is the preceding block.
        parentBlockhash: previous !== null && previous.slot === raw.parentSlot ? previous.blockhash : null,
        blockTime: raw.blockTime,
        blockHeight: raw.blockHeight,
        leader: raw.leader,
        source: 'car',
        entries: raw.entries,
        transactions: raw.transactions.map(fromCar),
        promisedTransactions: null,
        promisedEntries: null,
      });
      yield { kind: 'block', block };
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      yield { kind: 'incomplete', slot: raw.slot, reason: error.message };
    }
    previous = { slot: raw.slot, blockhash };
  }
}

function fromCar({ index, wire, meta, loaded }: RawCarTransaction): Transaction {
  const tx: Transaction = { ...wire, index, isVote: false, meta, loaded };
  tx.isVote = isSimpleVote(tx);
  return tx;
}
