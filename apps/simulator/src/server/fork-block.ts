import { SubscribeUpdateEntry } from '@triton-one/yellowstone-grpc';
import bs58 from 'bs58';
import type { StoredBlock } from '../chain/chain.js';
import { lengthField, wireFields } from '../chain/wire.js';

/**
 * Creates another block for the same slot on the same parent: without the transactions of the second half of its
 * entries, and so with another last hash. Whole and consistent except for the hash chain, which is detectable only by
 * recomputing it.
 */
export function forkOf(block: StoredBlock): StoredBlock {
  const entries = block.entries
    .map((body) => SubscribeUpdateEntry.decode(body))
    .sort((left, right) => Number(left.index) - Number(right.index));
  const half = Math.floor(block.executedTransactionCount / 2);
  let kept = 0;
  const left = entries.filter(({ executedTransactionCount: count }) => {
    if (count === '0') return true;
    if (kept >= half) return false;
    kept += Number(count);
    return true;
  });
  const blockhash = otherHash(bs58.decode(block.blockhash));
  const encoded = left.map((entry, index) => {
    const hash = index === left.length - 1 ? blockhash : entry.hash;
    const fork = { ...entry, index: String(index), hash, startingTransactionIndex: '0' };
    return SubscribeUpdateEntry.encode(fork).finish();
  });
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
