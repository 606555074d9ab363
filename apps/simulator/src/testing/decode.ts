import { SubscribeUpdate, type SubscribeUpdateBlock } from '@triton-one/yellowstone-grpc';
import type { StoredBlock } from '../chain/chain.js';
import { encodeBlockUpdate, encodeFilterNames } from '../chain/encode-update.js';
import { timestamp } from '../chain/wire.js';

/** A stored block as received by a client whose filter requests everything, decoded with the package's own codec. */
export function decodeBlock(block: StoredBlock): SubscribeUpdateBlock {
  return SubscribeUpdate.decode(blockBytes(block)).block!;
}

export function blockBytes(block: StoredBlock): Uint8Array {
  const parts = { header: block, transactions: block.transactions, entries: block.entries };
  return encodeBlockUpdate(encodeFilterNames(['test']), parts, timestamp(1_788_220_800_123));
}

export type DecodedTransaction = SubscribeUpdateBlock['transactions'][number];

/** Sorts into block order: messages contain them in arrival order. */
export function orderedTransactions(block: SubscribeUpdateBlock): DecodedTransaction[] {
  return [...block.transactions].sort((left, right) => Number(left.index) - Number(right.index));
}
