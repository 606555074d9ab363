import type { Block } from '@tickscope/chain';
import { extractBlockTrades, type TradesOfBlock } from '@tickscope/dex';
import { BufferPool } from './buffer-pool.js';
import { type BlockBuffers, encodeBlock, newBlockBuffers, prefixOf } from './encode-block.js';
import type { EncodedRows } from './row-buffer.js';
import { BLOCK_TABLES, type BlockTable } from './tables.js';

/**
 * A block as its rows, which lie outside of the heap (some 2.6 kB a transaction of mainnet) where its objects would fill
 * it: for blocks that wait to be written. Beside the rows it has what a writer compares with what is stored, and what
 * detection goes on with.
 */
export interface EncodedBlock extends Pick<Block, 'slot' | 'parentSlot' | 'blockhash' | 'hasMeta'> {
  content: Exclude<Block['content'], 'no_entries'>;
  tables: Readonly<Record<BlockTable, EncodedRows>>;
  /** Of all tables. */
  bytes: number;
  /** The first bytes of each transaction's first signature and of each entry's hash (`prefixOf`). */
  signaturePrefixes: BigUint64Array;
  entryPrefixes: BigUint64Array;
  trades: TradesOfBlock;
  /** Nobody reads `tables` any more: their memory goes to another block. Calling it is not needed, for it is freed anyway. */
  release(): void;
}

/** Whole, or as its rows. */
export type WritableBlock = Block | EncodedBlock;

/**
 * The rows of a block, encoded now instead of when they are written. A block without entries is given back as it is:
 * which rows it gets depends on what is stored, for it takes the entries of a stored copy.
 */
export function encodedBlock(block: Block): WritableBlock {
  const { slot, parentSlot, blockhash, content, hasMeta, transactions, entries } = block;
  if (content === 'no_entries') return block;
  for (const buffer of Object.values(scratch)) buffer.clear();
  encodeBlock(scratch, block);
  return {
    slot,
    parentSlot,
    // A copy: what the block has may be a view of its whole message.
    blockhash: Uint8Array.from(blockhash),
    content,
    hasMeta,
    ...copyOf(scratch),
    signaturePrefixes: BigUint64Array.from(transactions, ({ signatures }) => prefixOf(signatures[0]!)),
    entryPrefixes: BigUint64Array.from(entries, ({ hash }) => prefixOf(hash)),
    trades: extractBlockTrades(block),
  };
}

export function isEncoded(block: WritableBlock): block is EncodedBlock {
  return 'tables' in block;
}

/** What a block did on DEXs, whichever way it is held. */
export function tradesOfBlock(block: WritableBlock): TradesOfBlock {
  return isEncoded(block) ? block.trades : extractBlockTrades(block);
}

/** Rows that a block gets in `transactions`: of an entries-only one none. */
export function transactionRows(block: WritableBlock): number {
  return isEncoded(block) ? block.tables.transactions.rows : block.transactions.length;
}

/** Between two calls nothing in them is of use. */
const scratch = newBlockBuffers();

/** What a batch of the ingester gives back is what the next one takes. */
const pool = new BufferPool(8 * 1024 * 1024);

/** One buffer for all tables. */
function copyOf(buffers: BlockBuffers): Pick<EncodedBlock, 'tables' | 'bytes' | 'release'> {
  const size = BLOCK_TABLES.reduce((sum, table) => sum + buffers[table].length, 0);
  const all = pool.take(size);
  let isReleased = false;
  const tables: Partial<Record<BlockTable, EncodedRows>> = {};
  let at = 0;
  for (const table of BLOCK_TABLES) {
    const { rows, bytes } = buffers[table].encoded();
    all.set(bytes, at);
    tables[table] = { rows, bytes: all.subarray(at, at + bytes.length) };
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
