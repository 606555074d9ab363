import { type Block, KNOWN_TIPS, type TipAccounts } from '@tickscope/chain';
import { extractBlock, type TradesOfBlock, type UnknownFrame } from '@tickscope/dex';
import { BufferPool } from './buffer-pool.js';
import { type BlockBuffers, encodeBlock, newBlockBuffers, prefixOf } from './encode-block.js';
import type { EncodedRows } from './row-buffer.js';
import { BLOCK_TABLES, type BlockTable } from './tables.js';

/**
 * A block encoded as its rows, for blocks that wait to be written. The rows lie outside the heap (some 2.6 kB per
 * mainnet transaction), where the block's objects would fill it. Also holds what the writer compares with the stored
 * rows, the trades that detection needs, and the unknown frames, which are counted.
 */
export interface EncodedBlock
  extends Pick<Block, 'slot' | 'parentSlot' | 'blockhash' | 'blockTime' | 'hasMeta'> {
  content: Exclude<Block['content'], 'no_entries'>;
  tables: Readonly<Record<BlockTable, EncodedRows>>;
  /** Total over all tables. */
  bytes: number;
  /** Prefixes (`prefixOf`) of each transaction's first signature and of each entry's hash. */
  signaturePrefixes: BigUint64Array;
  entryPrefixes: BigUint64Array;
  trades: TradesOfBlock;
  unknownFrames: readonly UnknownFrame[];
  /**
   * Call when `tables` is no longer read: its memory is reused for another block. Optional; otherwise it is garbage
   * collected.
   */
  release(): void;
}

/** A block, or its encoded rows. */
export type WritableBlock = Block | EncodedBlock;

/**
 * Encodes the rows of a block now instead of when it is written. Returns a block without entries unchanged: its rows
 * depend on what is stored, because it takes over the entries of a stored version.
 *
 * @param tipAccounts the accounts at which lamports are a tip
 */
export function encodedBlock(block: Block, tipAccounts: TipAccounts = KNOWN_TIPS): WritableBlock {
  const { slot, parentSlot, blockhash, blockTime, content, hasMeta, transactions, entries } = block;
  if (content === 'no_entries') return block;
  for (const buffer of Object.values(scratch)) buffer.clear();
  encodeBlock(scratch, block, tipAccounts);
  return {
    slot,
    parentSlot,
    // Copies the hash: it may be a view that would keep the whole message alive.
    blockhash: Uint8Array.from(blockhash),
    blockTime,
    content,
    hasMeta,
    ...copyOf(scratch),
    signaturePrefixes: BigUint64Array.from(transactions, ({ signatures }) => prefixOf(signatures[0]!)),
    entryPrefixes: BigUint64Array.from(entries, ({ hash }) => prefixOf(hash)),
    trades: extractBlock(block, tipAccounts).trades,
    unknownFrames: extractBlock(block, tipAccounts).unknownFrames,
  };
}

export function isEncoded(block: WritableBlock): block is EncodedBlock {
  return 'tables' in block;
}

/** The DEX events of a block in either representation. */
export function tradesOfBlock(block: WritableBlock, tipAccounts: TipAccounts): TradesOfBlock {
  return isEncoded(block) ? block.trades : extractBlock(block, tipAccounts).trades;
}

/** The calls of a block that no layout describes, in either representation. */
export function unknownFramesOfBlock(block: WritableBlock): readonly UnknownFrame[] {
  return isEncoded(block) ? block.unknownFrames : extractBlock(block).unknownFrames;
}

/** Number of rows that a block has in `transactions`; 0 if it has entries only. */
export function transactionRows(block: WritableBlock): number {
  return isEncoded(block) ? block.tables.transactions.rows : block.transactions.length;
}

/** Scratch buffers: they hold nothing between two calls. */
const scratch = newBlockBuffers();

/** Reuses the buffers that one batch releases for the next. */
const pool = new BufferPool(32 * 1024 * 1024);

/** Copies all tables into one buffer. */
function copyOf(buffers: BlockBuffers): Pick<EncodedBlock, 'tables' | 'bytes' | 'release'> {
  const size = BLOCK_TABLES.reduce((sum, table) => sum + buffers[table].length, 0);
  const all = pool.take(size);
  let isReleased = false;
  const tables: Partial<Record<BlockTable, EncodedRows>> = {};
  let at = 0;
  for (const table of BLOCK_TABLES) {
    const { rows, bytes, ends } = buffers[table].encoded();
    all.set(bytes, at);
    tables[table] = { rows, bytes: all.subarray(at, at + bytes.length), ends: ends.slice() };
    at += bytes.length;
  }
  return {
    tables: tables as Record<BlockTable, EncodedRows>,
    bytes: size,
    release() {
      if (!isReleased) pool.give(all);
      isReleased = true;
    },
  };
}
