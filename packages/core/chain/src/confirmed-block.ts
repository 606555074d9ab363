import { assembleBlock } from './assemble-block.js';
import { pubkeyFromBase58 } from './base58.js';
import type { Block, Transaction } from './block.js';
import { ProtoReader } from './proto-reader.js';
import {
  type MetaAndLoaded,
  readFeeRewardKey,
  readMeta,
  readTimestamp,
  readTransaction,
  toTransaction,
} from './protobuf.js';

/**
 * Decodes a `solana.storage.ConfirmedBlock` protobuf, the format of blocks in Bigtable. It contains neither its own
 * slot, which the caller supplies, nor entries.
 */
export function decodeConfirmedBlock(bytes: Uint8Array, slot: number): Block {
  const reader = new ProtoReader(bytes);
  const transactions: Transaction[] = [];
  let blockhash = '';
  let previousBlockhash = '';
  let parentSlot = 0;
  let blockTime: number | null = null;
  let blockHeight: number | null = null;
  let leader: Uint8Array | null = null;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) previousBlockhash = reader.ascii();
    else if (tag === 0x12) blockhash = reader.ascii();
    else if (tag === 0x18) parentSlot = reader.uint53();
    else if (tag === 0x22) {
      const index = transactions.length;
      transactions.push(reader.message((inner) => readConfirmedTransaction(inner, index)));
    } else if (tag === 0x2a) leader = reader.message(readFeeRewardKey) ?? leader;
    else if (tag === 0x32) blockTime = reader.message(readTimestamp);
    else if (tag === 0x3a) blockHeight = reader.message(readTimestamp);
    else reader.skip(tag);
  }
  return assembleBlock({
    slot,
    parentSlot,
    blockhash: pubkeyFromBase58(blockhash),
    parentBlockhash: previousBlockhash === '' ? null : pubkeyFromBase58(previousBlockhash),
    // Bigtable's encoder writes 0 for a block without a time.
    blockTime: blockTime === 0 ? null : blockTime,
    blockHeight,
    leader,
    source: 'confirmed_block',
    entries: null,
    transactions,
    promisedTransactions: null,
    promisedEntries: null,
  });
}

function readConfirmedTransaction(reader: ProtoReader, index: number): Transaction {
  let parts: ReturnType<typeof readTransaction> | null = null;
  let status: MetaAndLoaded | null = null;
  for (let tag = reader.tag(); tag !== 0; tag = reader.tag()) {
    if (tag === 0x0a) parts = reader.message(readTransaction);
    else if (tag === 0x12) status = reader.message(readMeta);
    else reader.skip(tag);
  }
  return toTransaction(index, parts?.signatures ?? [], parts?.message ?? null, status, null);
}
