import { pubkeyFromBase58 } from './base58.js';
import type { Transaction } from './block.js';
import { ChainDataError } from './errors.js';
import { ProtoReader } from './proto-reader.js';
import {
  type MetaAndLoaded,
  readMeta,
  readRewardsLeader,
  readTimestamp,
  readTransaction,
  toTransaction,
} from './protobuf.js';
import type { RawEntry } from './ticks.js';

/**
 * The messages of a Yellowstone stream (`geyser.SubscribeUpdate`, geyser.proto) that Tickscope reads, decoded directly
 * from their bytes. All other kinds, such as accounts, decode as `other`.
 */
export type GeyserUpdate =
  | { kind: 'block'; block: GeyserBlock }
  | { kind: 'block_meta'; meta: GeyserBlockMeta }
  | { kind: 'transaction'; slot: number; bankId: number | null; transaction: Transaction }
  | { kind: 'entry'; entry: GeyserEntry }
  | { kind: 'slot'; status: GeyserSlot }
  | { kind: 'ping' }
  | { kind: 'pong' }
  | { kind: 'other' };

export interface GeyserBlockMeta {
  slot: number;
  /** The serving validator's own number of the bank; null from servers that do not state it. Never in a whole block. */
  bankId: number | null;
  parentSlot: number;
  blockhash: Uint8Array;
  parentBlockhash: Uint8Array | null;
  blockTime: number | null;
  blockHeight: number | null;
  leader: Uint8Array | null;
  executedTransactionCount: number;
  /** 0 when the serving validator produced the block itself (chain fact 10). */
  entriesCount: number;
}

/** A whole-block message: meta plus what the subscription's filter included, in arrival order. */
export interface GeyserBlock extends GeyserBlockMeta {
  transactions: Transaction[];
  entries: GeyserEntry[];
}

export interface GeyserEntry extends RawEntry {
  slot: number;
  bankId: number | null;
  index: number;
}

export interface GeyserSlot {
  slot: number;
  /** Null for a status of the slot as a whole, and from servers that do not state it. */
  bankId: number | null;
  parentSlot: number | null;
  /** `SlotStatus` of geyser.proto: 0 processed, 1 confirmed, 2 finalized, 3 first shred, 4 completed, 5 bank, 6 dead. */
  status: number;
}

export const SLOT_DEAD = 6;

/**
 * Decodes a `SubscribeUpdate`. Throws `ChainDataError` for anything else.
 *
 * @example
 * ```ts
 * import { decodeGeyserUpdate } from '@tickscope/chain';
 *
 * // Field 3, a status: slot 100, its parent 99, confirmed.
 * const update = decodeGeyserUpdate(Uint8Array.of(0x1a, 6, 0x08, 100, 0x10, 99, 0x18, 1));
 * update; // => { kind: 'slot', status: { slot: 100, bankId: null, parentSlot: 99, status: 1 } }
 * ```
 */
export function decodeGeyserUpdate(bytes: Uint8Array): GeyserUpdate {
  const reader = new ProtoReader(bytes);
  let update: GeyserUpdate = { kind: 'other' };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x1a) update = { kind: 'slot', status: reader.message(readSlot) };
    else if (tag === 0x22) update = reader.message(readTransactionUpdate);
    else if (tag === 0x2a) update = { kind: 'block', block: reader.message(readBlock) };
    else if (tag === 0x32) {
      reader.skip(tag);
      update = { kind: 'ping' };
    } else if (tag === 0x3a) update = { kind: 'block_meta', meta: reader.message(readBlockMeta) };
    else if (tag === 0x42) update = { kind: 'entry', entry: reader.message(readEntry) };
    else if (tag === 0x4a) {
      reader.skip(tag);
      update = { kind: 'pong' };
    } else reader.skip(tag);
  }
  return update;
}

function readSlot(reader: ProtoReader): GeyserSlot {
  const slot: GeyserSlot = { slot: 0, bankId: null, parentSlot: null, status: 0 };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) slot.slot = reader.uint53();
    else if (tag === 0x10) slot.parentSlot = reader.uint53();
    else if (tag === 0x18) slot.status = reader.uint32();
    else if (tag === 0x28) slot.bankId = readBankId(reader);
    else reader.skip(tag);
  }
  return slot;
}

function readTransactionUpdate(reader: ProtoReader): GeyserUpdate {
  let slot = 0;
  let bankId: number | null = null;
  let transaction: Transaction | null = null;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) transaction = reader.message(readTransactionInfo);
    else if (tag === 0x10) slot = reader.uint53();
    else if (tag === 0x18) bankId = readBankId(reader);
    else reader.skip(tag);
  }
  if (transaction === null)
    throw new ChainDataError('incomplete', `slot ${slot}: a transaction update without a transaction`);
  return { kind: 'transaction', slot, bankId, transaction };
}

function readTransactionInfo(reader: ProtoReader): Transaction {
  let isVote = false;
  let parts: ReturnType<typeof readTransaction> | null = null;
  let status: MetaAndLoaded | null = null;
  let index = 0;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x10) isVote = reader.bool();
    else if (tag === 0x1a) parts = reader.message(readTransaction);
    else if (tag === 0x22) status = reader.message(readMeta);
    else if (tag === 0x28) index = reader.uint53();
    else reader.skip(tag);
  }
  return toTransaction(index, parts?.signatures ?? [], parts?.message ?? null, status, isVote);
}

function readEntry(reader: ProtoReader): GeyserEntry {
  const entry: GeyserEntry = {
    slot: 0,
    bankId: null,
    index: 0,
    numHashes: 0,
    hash: EMPTY,
    transactionCount: 0,
  };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x08) entry.slot = reader.uint53();
    else if (tag === 0x10) entry.index = reader.uint53();
    else if (tag === 0x18) entry.numHashes = reader.uint53();
    else if (tag === 0x22) entry.hash = reader.view();
    else if (tag === 0x28) entry.transactionCount = reader.uint53();
    else if (tag === 0x38) entry.bankId = readBankId(reader);
    // Ignores field 6, starting_transaction_index, which is unreliable (chain fact 7); the index is derived instead.
    else reader.skip(tag);
  }
  if (entry.hash.length !== 32)
    throw new ChainDataError(
      'bad_value',
      `slot ${entry.slot}, entry ${entry.index}: a hash of ${entry.hash.length} bytes`,
    );
  return entry;
}

/** proto3 does not tell 0 from an absent field; 0 is the bank of the genesis block, which no stream carries. */
function readBankId(reader: ProtoReader): number | null {
  return reader.uint53() || null;
}

function emptyMeta(): GeyserBlockMeta {
  return {
    slot: 0,
    bankId: null,
    parentSlot: 0,
    blockhash: EMPTY,
    parentBlockhash: null,
    blockTime: null,
    blockHeight: null,
    leader: null,
    executedTransactionCount: 0,
    entriesCount: 0,
  };
}

/** Fields 1 to 5 are the same in both messages; the rest differ in their numbers. */
function readSharedField(reader: ProtoReader, tag: number, meta: GeyserBlockMeta): boolean {
  if (tag === 0x08) meta.slot = reader.uint53();
  else if (tag === 0x12) meta.blockhash = pubkeyFromBase58(reader.ascii());
  else if (tag === 0x1a) meta.leader = reader.message(readRewardsLeader);
  else if (tag === 0x22) meta.blockTime = reader.message(readTimestamp);
  else if (tag === 0x2a) meta.blockHeight = reader.message(readTimestamp);
  else return false;
  return true;
}

function readParentHash(reader: ProtoReader): Uint8Array | null {
  const text = reader.ascii();
  return text === '' ? null : pubkeyFromBase58(text);
}

function readBlockMeta(reader: ProtoReader): GeyserBlockMeta {
  const meta = emptyMeta();
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (readSharedField(reader, tag, meta)) continue;
    if (tag === 0x30) meta.parentSlot = reader.uint53();
    else if (tag === 0x3a) meta.parentBlockhash = readParentHash(reader);
    else if (tag === 0x40) meta.executedTransactionCount = reader.uint53();
    else if (tag === 0x48) meta.entriesCount = reader.uint53();
    else if (tag === 0x50) meta.bankId = readBankId(reader);
    else reader.skip(tag);
  }
  return meta;
}

function readBlock(reader: ProtoReader): GeyserBlock {
  const block: GeyserBlock = { ...emptyMeta(), transactions: [], entries: [] };
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (readSharedField(reader, tag, block)) continue;
    if (tag === 0x32) block.transactions.push(reader.message(readTransactionInfo));
    else if (tag === 0x38) block.parentSlot = reader.uint53();
    else if (tag === 0x42) block.parentBlockhash = readParentHash(reader);
    else if (tag === 0x48) block.executedTransactionCount = reader.uint53();
    else if (tag === 0x60) block.entriesCount = reader.uint53();
    else if (tag === 0x6a) block.entries.push(reader.message(readEntry));
    else reader.skip(tag);
  }
  return block;
}

const EMPTY: Uint8Array = new Uint8Array(0);
