import type { BlockHeader } from '../chain/chain.js';
import {
  encodeBlockMetaUpdate,
  encodeBlockUpdate,
  encodeKeptUpdate,
  encodePing,
  encodePong,
  encodeTransactionStatusUpdate,
  encodeTransactionUpdate,
} from '../chain/encode-update.js';
import { type OutMessage, selectTransactions } from './filters.js';
import { forkOf } from './fork-block.js';

/** Changes that a fault makes to a message's content. */
export interface Distortion {
  half: boolean;
  wrongCounts: boolean;
  /** Another block of the same slot instead. */
  isFork?: boolean;
}

const UNDISTORTED: Distortion = { half: false, wrongCounts: false };

/** The `SubscribeUpdate` bytes of a message. */
export function encodeMessage(message: OutMessage, distortion: Distortion = UNDISTORTED): Buffer {
  if (message.type === 'ping') return encodePing();
  if (message.type === 'pong') return encodePong(message.id);
  if (message.type === 'block') return encodeBlock(message, distortion);
  const { event, filters } = message;
  if (message.type === 'transactionStatus')
    return encodeTransactionStatusUpdate(filters, message.event.transaction, event.createdAt);
  if (event.type === 'slot' || event.type === 'entry') return encodeKeptUpdate(filters, event);
  if (event.type === 'transaction')
    return encodeTransactionUpdate(filters, event.transaction, event.bankId, event.createdAt);
  return encodeBlockMetaUpdate(filters, counted(event.block, distortion), event.createdAt);
}

function encodeBlock(message: Extract<OutMessage, { type: 'block' }>, distortion: Distortion): Buffer {
  const { event, selection, filters } = message;
  const block = distortion.isFork === true ? forkOf(event.block) : event.block;
  // A server that collects a block's parts by slot has those of an abandoned bank, too.
  const { abandoned } = event.block;
  const transactions = [
    ...(abandoned === undefined ? [] : selectTransactions(abandoned.transactions, selection)),
    ...selectTransactions(block.transactions, selection),
  ];
  const entries = selection.entries ? [...(abandoned?.entries ?? []), ...block.entries] : [];
  const firstHalf = <T>(items: readonly T[]): readonly T[] =>
    distortion.half ? items.slice(0, items.length >> 1) : items;
  return encodeBlockUpdate(
    filters,
    {
      header: counted(block, distortion),
      transactions: firstHalf(transactions),
      entries: firstHalf(entries),
    },
    event.createdAt,
  );
}

/** Even slots lie about their transactions, odd ones about their entries. */
function counted(header: BlockHeader, { wrongCounts }: Distortion): BlockHeader {
  if (!wrongCounts) return header;
  return header.slot % 2 === 0
    ? { ...header, executedTransactionCount: header.executedTransactionCount + 1 }
    : { ...header, entriesCount: header.entriesCount + 1 };
}

/** Estimates the memory of a waiting message. */
export function approximateBytes(message: OutMessage): number {
  if (message.type === 'block') return message.event.block.byteLength;
  if (message.type === 'event' && message.event.type === 'transaction')
    return message.event.transaction.info.length;
  return 128;
}
