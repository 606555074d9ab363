import bs58 from 'bs58';
import type { StoredBlock } from '../chain/chain.js';
import { lengthField, varintField, wireFields } from '../chain/wire.js';

/**
 * Creates another block for the same slot on the same parent: without the transactions of the second half of its
 * entries, and so with another last hash. Whole and consistent except for the hash chain, which is detectable only by
 * recomputing it.
 */
export function forkOf(block: StoredBlock): StoredBlock {
  const entries = block.entries.map(readEntry).sort((left, right) => left.index - right.index);
  const half = Math.floor(block.executedTransactionCount / 2);
  let kept = 0;
  const left = entries.filter(({ transactionCount }) => {
    if (transactionCount === 0) return true;
    if (kept >= half) return false;
    kept += transactionCount;
    return true;
  });
  const blockhash = otherHash(bs58.decode(block.blockhash));
  const encoded = left.map((entry, index) =>
    encodeEntry(block.slot, { ...entry, index, hash: index === left.length - 1 ? blockhash : entry.hash }),
  );
  return {
    ...block,
    blockhash: bs58.encode(blockhash),
    executedTransactionCount: kept,
    entriesCount: block.entriesCount === 0 ? 0 : encoded.length,
    head: withBlockhash(block.head, bs58.encode(blockhash)),
    transactions: block.transactions.filter(({ index }) => index < kept),
    entries: encoded,
  };
}

interface Entry {
  index: number;
  numHashes: number;
  hash: Uint8Array;
  transactionCount: number;
}

function readEntry(body: Uint8Array): Entry {
  const entry: Entry = { index: 0, numHashes: 0, hash: new Uint8Array(32), transactionCount: 0 };
  for (const { number, value, bytes } of wireFields(body)) {
    if (number === 2) entry.index = value;
    else if (number === 3) entry.numHashes = value;
    else if (number === 4) entry.hash = bytes;
    else if (number === 5) entry.transactionCount = value;
  }
  return entry;
}

function encodeEntry(slot: number, { index, numHashes, hash, transactionCount }: Entry): Uint8Array {
  return Buffer.concat([
    varintField(1, slot),
    varintField(2, index),
    varintField(3, numHashes),
    lengthField(4, hash),
    varintField(5, transactionCount),
  ]);
}

function otherHash(hash: Uint8Array): Uint8Array {
  return Uint8Array.from(hash, (byte) => byte ^ 0x5a);
}

/** Fields 1 to 5 of a block message with another hash in field 2. */
function withBlockhash(head: Uint8Array, blockhash: string): Uint8Array {
  return Buffer.concat(
    [...wireFields(head)].map(({ number, raw }) =>
      number === 2 ? lengthField(2, Buffer.from(blockhash)) : raw,
    ),
  );
}
