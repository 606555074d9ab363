import type {
  BlockHeader,
  ChainEvent,
  SlotStatusNumber,
  StoredBlock,
  StoredTransaction,
} from '../chain/chain.js';
import { storedTransaction } from '../chain/stored-transaction.js';
import { wireField, wireFields } from '../chain/wire.js';

/**
 * Parses a recorded `SubscribeUpdate` far enough to filter it and to send it with another client's filter names. The
 * content stays unchanged, byte for byte. Null for messages that do not belong to a chain: pings, accounts, transaction
 * statuses. Throws a `RangeError` on bytes that are not protobuf.
 */
export function parseUpdate(update: Uint8Array): ChainEvent | null {
  let createdAt = NOTHING;
  let kind = 0;
  let body = NOTHING;
  for (const field of wireFields(update)) {
    if (field.number === 11) createdAt = field.bytes;
    else if (field.number !== 1) {
      kind = field.number;
      body = field.bytes;
    }
  }
  if (kind === 3) {
    const slotStatus = (wireField(body, 3)?.value ?? 0) as SlotStatusNumber;
    return { type: 'slot', slot: slotOf(body), status: slotStatus, body, createdAt };
  }
  // The slot's length is not known yet, so every other message counts as its second half.
  if (kind === 8) {
    const isSecondHalf = entryFacts(body).index % 2 === 1;
    return { type: 'entry', slot: slotOf(body), body, createdAt, isSecondHalf };
  }
  if (kind === 4) {
    const slot = wireField(body, 2)?.value ?? 0;
    const transaction = storedTransaction(slot, wireField(body, 1)?.bytes ?? NOTHING);
    const isSecondHalf = transaction.index % 2 === 1;
    return {
      type: 'transaction',
      slot,
      transaction,
      bankId: wireField(body, 3)?.value ?? 0,
      createdAt,
      isSecondHalf,
    };
  }
  if (kind === 5) {
    const block = parseBlock(body);
    return { type: 'block', slot: block.slot, block, createdAt };
  }
  if (kind === 7) {
    const block = parseHeader(body, META_FIELDS);
    return { type: 'blockMeta', slot: block.slot, block, createdAt };
  }
  return null;
}

/** Reads an entry's own index and transaction count. */
export function entryFacts(body: Uint8Array): { index: number; transactionCount: number } {
  let index = 0;
  let transactionCount = 0;
  for (const field of wireFields(body))
    if (field.number === 2) index = field.value;
    else if (field.number === 5) transactionCount = field.value;
  return { index, transactionCount };
}

const NOTHING: Uint8Array = new Uint8Array(0);

/** Field numbers differ between block and block meta from the parent slot on. */
interface HeaderFields {
  parentSlot: number;
  parentBlockhash: number;
  executedTransactionCount: number;
  entriesCount: number;
}

const BLOCK_FIELDS: HeaderFields = {
  parentSlot: 7,
  parentBlockhash: 8,
  executedTransactionCount: 9,
  entriesCount: 12,
};
const META_FIELDS: HeaderFields = {
  parentSlot: 6,
  parentBlockhash: 7,
  executedTransactionCount: 8,
  entriesCount: 9,
};

function parseBlock(body: Uint8Array): StoredBlock {
  const header = parseHeader(body, BLOCK_FIELDS);
  const transactions: StoredBlock['transactions'] = [];
  const entries: Uint8Array[] = [];
  for (const field of wireFields(body))
    if (field.number === 6) transactions.push(storedTransaction(header.slot, field.bytes));
    else if (field.number === 13) entries.push(field.bytes);
  return recordedBlock(header, transactions, entries, body.length);
}

/** A block whose messages arrived in an order that is not known. */
export function recordedBlock(
  header: BlockHeader,
  transactions: StoredTransaction[],
  entries: Uint8Array[],
  byteLength: number,
): StoredBlock {
  const arrival = [
    { type: 'entry', count: entries.length } as const,
    { type: 'transaction', count: transactions.length } as const,
  ];
  return { ...header, transactions, entries, arrival, byteLength, hasSyntheticEntries: false };
}

function parseHeader(body: Uint8Array, numbers: HeaderFields): BlockHeader {
  const head: Uint8Array[] = [];
  const header: BlockHeader = {
    slot: 0,
    parentSlot: 0,
    blockhash: '',
    parentBlockhash: '',
    blockHeight: null,
    executedTransactionCount: 0,
    entriesCount: 0,
    head: NOTHING,
  };
  for (const { number, bytes, value, raw } of wireFields(body)) {
    if (number <= 5) {
      head.push(raw);
      if (number === 1) header.slot = value;
      else if (number === 2) header.blockhash = Buffer.from(bytes).toString('latin1');
      else if (number === 5) header.blockHeight = wireField(bytes, 1)?.value ?? 0;
    } else if (number === numbers.parentSlot) header.parentSlot = value;
    else if (number === numbers.parentBlockhash)
      header.parentBlockhash = Buffer.from(bytes).toString('latin1');
    else if (number === numbers.executedTransactionCount) header.executedTransactionCount = value;
    else if (number === numbers.entriesCount) header.entriesCount = value;
  }
  return { ...header, head: Buffer.concat(head) };
}

function slotOf(body: Uint8Array): number {
  return wireField(body, 1)?.value ?? 0;
}
