import { createHash } from 'node:crypto';
import type { SubscribeUpdateBlock } from '@triton-one/yellowstone-grpc';
import { orderedTransactions } from './decode.js';

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * An independent implementation of Proof of History, recursive where the generator's is iterative. Returns the hash
 * that a block's entries lead to from the parent's. Throws if an entry's own hash differs.
 */
export function replayPoh(block: SubscribeUpdateBlock, parentHash: Uint8Array): Buffer {
  const transactions = orderedTransactions(block);
  let hash: Buffer = Buffer.from(parentHash);
  let used = 0;
  for (const entry of block.entries) {
    const count = Number(entry.executedTransactionCount);
    const signatures = transactions.slice(used, used + count).flatMap((tx) => tx.transaction!.signatures);
    used += count;
    for (let round = Number(entry.numHashes) - (count > 0 ? 1 : 0); round > 0; round -= 1)
      hash = sha256(hash);
    if (count > 0)
      hash = sha256(hash, merkle(signatures.map((signature) => sha256(Uint8Array.of(0), signature))));
    if (!hash.equals(entry.hash)) throw new Error(`slot ${block.slot}, entry ${entry.index}: another hash`);
  }
  return hash;
}

function merkle(row: Buffer[]): Buffer {
  if (row.length === 1) return row[0]!;
  const above: Buffer[] = [];
  for (let index = 0; index < row.length; index += 2)
    above.push(sha256(Uint8Array.of(1), row[index]!, row[Math.min(index + 1, row.length - 1)]!));
  return merkle(above);
}
