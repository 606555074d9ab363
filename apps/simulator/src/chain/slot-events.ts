import {
  type AbandonedBank,
  type ChainEvent,
  type Commitment,
  SLOT_STATUS,
  type SlotStatusNumber,
  type StoredBlock,
} from './chain.js';
import { varintField } from './wire.js';

/**
 * The messages of a slot and their order, like in yellowstone-grpc (`grpc.rs`, `entry.rs`): lifecycle statuses and
 * single messages as they occur, then block, block meta, and finally the status. Higher commitments get the single
 * messages when the block reaches them.
 */
export function slotEvent(
  slot: number,
  status: SlotStatusNumber,
  parentSlot: number | null,
  createdAt: Uint8Array,
): ChainEvent {
  const parent = parentSlot === null ? [] : [Buffer.of(0x10), presentVarint(parentSlot)];
  const body = Buffer.concat([varintField(1, slot), ...parent, varintField(3, status)]);
  return { type: 'slot', slot, status, body, createdAt };
}

/** `parent` is an optional field, so it is written even if it is 0. */
function presentVarint(value: number): Uint8Array {
  return value === 0 ? Uint8Array.of(0) : varintField(1, value).subarray(1);
}

/** Statuses before the first entry. */
export function openingEvents(block: StoredBlock, createdAt: Uint8Array): ChainEvent[] {
  return [
    slotEvent(block.slot, SLOT_STATUS.firstShredReceived, null, createdAt),
    slotEvent(block.slot, SLOT_STATUS.createdBank, block.parentSlot, createdAt),
  ];
}

/** Entries and transactions in arrival order. */
export function contentEvents(block: StoredBlock, createdAt: Uint8Array): ChainEvent[] {
  const { slot, entries, transactions, abandoned, bankId = 0 } = block;
  const events: ChainEvent[] = [];
  let nextEntry = 0;
  let nextTransaction = 0;
  const half = (entries.length + transactions.length) / 2;
  for (const { type, count } of block.arrival)
    for (let sent = 0; sent < count; sent += 1)
      if (type === 'entry') {
        events.push({
          type,
          slot,
          body: entries[nextEntry]!,
          createdAt,
          isSecondHalf: events.length >= half,
        });
        nextEntry += 1;
      } else {
        events.push({
          type,
          slot,
          transaction: transactions[nextTransaction]!,
          bankId,
          createdAt,
          isSecondHalf: events.length >= half,
        });
        nextTransaction += 1;
      }
  return abandoned === undefined ? events : withAbandoned(abandoned, slot, createdAt, events);
}

/** How many of its last entries come after the first messages of the block. */
const LATE_ENTRIES = 2;

/** An abandoned bank's messages are sent first; entries have a thread of their own, so the last of them are late. */
function withAbandoned(
  abandoned: AbandonedBank,
  slot: number,
  createdAt: Uint8Array,
  events: ChainEvent[],
): ChainEvent[] {
  const { bankId = 0, transactions, entries, isReportedDead } = abandoned;
  const entry = (body: Uint8Array): ChainEvent => ({
    type: 'entry',
    slot,
    body,
    createdAt,
    isSecondHalf: false,
  });
  return [
    ...entries.slice(0, -LATE_ENTRIES).map(entry),
    ...transactions.map(
      (transaction): ChainEvent => ({
        ...{ type: 'transaction', slot, transaction, bankId, createdAt, isSecondHalf: false },
      }),
    ),
    // As servers do, of the slot and not of the bank.
    ...(isReportedDead ? [slotEvent(slot, SLOT_STATUS.dead, null, createdAt)] : []),
    ...events.slice(0, LATE_ENTRIES),
    ...entries.slice(-LATE_ENTRIES).map(entry),
    ...events.slice(LATE_ENTRIES),
  ];
}

/** The block as a whole and its meta, before the status of a commitment. */
export function blockEvents(block: StoredBlock, createdAt: Uint8Array): ChainEvent[] {
  return [
    { type: 'block', slot: block.slot, block, createdAt },
    { type: 'blockMeta', slot: block.slot, block, createdAt },
  ];
}

export function commitmentEvent(
  block: StoredBlock,
  commitment: Commitment,
  createdAt: Uint8Array,
): ChainEvent {
  // Confirmed statuses have no parent, as in a recorded mainnet stream.
  const parentSlot = commitment === 'confirmed' ? null : block.parentSlot;
  return slotEvent(block.slot, SLOT_STATUS[commitment], parentSlot, createdAt);
}
