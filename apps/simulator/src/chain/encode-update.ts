import { SubscribeUpdatePong } from '@triton-one/yellowstone-grpc';
import type { BlockHeader, ChainEvent, StoredTransaction } from './chain.js';
import { ProtoWriter, varintSize } from './proto-writer.js';
import { errorBytes, firstSignature } from './stored-transaction.js';
import { lengthField } from './wire.js';

/**
 * Assembles `SubscribeUpdate` messages (geyser.proto) from stored parts. `filters` is the result of
 * `encodeFilterNames`; comments name the field of each tag. Fields are written in declaration order, like in the
 * package's codec.
 */
const writer = new ProtoWriter(4 << 20);

/** The encoded `filters` field of an update: the names of the client's filters that it matched. */
export function encodeFilterNames(names: readonly string[]): Uint8Array {
  return Buffer.concat(names.map((name) => lengthField(1, Buffer.from(name))));
}

export interface BlockParts {
  header: BlockHeader;
  /** In any order; usually the block's arrival order. */
  transactions: readonly StoredTransaction[];
  entries: readonly Uint8Array[];
}

/** Encodes a slot or an entry, which are kept as they are sent. */
export function encodeKeptUpdate(
  filters: Uint8Array,
  { type, body, createdAt }: Extract<ChainEvent, { type: 'slot' | 'entry' }>,
): Buffer {
  start(filters);
  writer.bytesField(type === 'slot' ? 0x1a : 0x42, body); // slot, entry
  return finish(createdAt);
}

export function encodeTransactionUpdate(
  filters: Uint8Array,
  tx: StoredTransaction,
  bankId: number,
  createdAt: Uint8Array,
): Buffer {
  start(filters);
  const sizeOf = (value: number): number => (value === 0 ? 0 : 1 + varintSize(value));
  const size = 1 + varintSize(tx.info.length) + tx.info.length + sizeOf(tx.slot) + sizeOf(bankId);
  writer.header(0x22, size); // transaction
  writer.bytesField(0x0a, tx.info); // transaction
  writer.optionalVarintField(0x10, tx.slot); // slot
  writer.optionalVarintField(0x18, bankId); // bank_id
  return finish(createdAt);
}

export function encodeTransactionStatusUpdate(
  filters: Uint8Array,
  tx: StoredTransaction,
  createdAt: Uint8Array,
): Buffer {
  start(filters);
  const body = writer.open(0x52); // transaction_status
  writer.optionalVarintField(0x08, tx.slot); // slot
  writer.bytesField(0x12, firstSignature(tx)); // signature
  writer.optionalBoolField(0x18, tx.isVote); // is_vote
  writer.optionalVarintField(0x20, tx.index); // index
  const error = errorBytes(tx);
  if (error !== null) writer.bytesField(0x2a, error); // err
  writer.close(body);
  return finish(createdAt);
}

export function encodeBlockMetaUpdate(
  filters: Uint8Array,
  header: BlockHeader,
  createdAt: Uint8Array,
): Buffer {
  start(filters);
  const body = writer.open(0x3a); // block_meta
  writer.raw(header.head);
  writer.optionalVarintField(0x30, header.parentSlot); // parent_slot
  writer.asciiField(0x3a, header.parentBlockhash); // parent_blockhash
  writer.optionalVarintField(0x40, header.executedTransactionCount); // executed_transaction_count
  writer.optionalVarintField(0x48, header.entriesCount); // entries_count
  writer.optionalVarintField(0x50, header.bankId ?? 0); // bank_id
  writer.close(body);
  return finish(createdAt);
}

export function encodeBlockUpdate(filters: Uint8Array, parts: BlockParts, createdAt: Uint8Array): Buffer {
  const { header, transactions, entries } = parts;
  start(filters);
  const body = writer.open(0x2a); // block
  writer.raw(header.head);
  writer.optionalVarintField(0x38, header.parentSlot); // parent_slot
  writer.asciiField(0x42, header.parentBlockhash); // parent_blockhash
  writer.optionalVarintField(0x48, header.executedTransactionCount); // executed_transaction_count
  for (const { info } of transactions) writer.bytesField(0x32, info); // transactions
  writer.optionalVarintField(0x60, header.entriesCount); // entries_count
  for (const entry of entries) writer.bytesField(0x6a, entry); // entries
  writer.close(body);
  return finish(createdAt);
}

/** Pings and pongs have neither filters nor a time. */
export function encodePing(): Buffer {
  return Buffer.of(0x32, 0); // ping
}

export function encodePong(id: number): Buffer {
  writer.reset();
  writer.bytesField(0x4a, SubscribeUpdatePong.encode({ id }).finish()); // pong
  return writer.copyFrom(0);
}

function start(filters: Uint8Array): void {
  writer.reset();
  writer.raw(filters);
}

function finish(createdAt: Uint8Array): Buffer {
  writer.bytesField(0x5a, createdAt); // created_at
  return writer.copyFrom(0);
}
