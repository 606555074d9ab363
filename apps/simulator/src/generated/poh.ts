import * as crypto from 'node:crypto';
import { createHash } from 'node:crypto';

/**
 * Proof of History, as Agave's `entry/src/poh.rs` and `entry.rs` compute it: `num_hashes` times SHA-256, the
 * last of which mixes in the Merkle root of the entry's signatures when it holds transactions.
 */
const sha256: (data: Uint8Array) => Buffer =
  typeof crypto.hash === 'function'
    ? (data) => crypto.hash('sha256', data, 'buffer')
    : (data) => createHash('sha256').update(data).digest();

const pair = Buffer.alloc(64);
const leafInput = Buffer.alloc(65);
const nodeInput = Buffer.alloc(65);
nodeInput[0] = 1;

/** `count` plain hashes after `previous`. */
export function hashTimes(previous: Buffer, count: number): Buffer {
  let hash = previous;
  for (let round = 0; round < count; round += 1) hash = sha256(hash);
  return hash;
}

/** The hash of an entry of transactions: `numHashes - 1` plain hashes, then one with the mixin. */
export function hashWithMixin(previous: Buffer, numHashes: number, mixin: Buffer): Buffer {
  hashTimes(previous, numHashes - 1).copy(pair, 0);
  mixin.copy(pair, 32);
  return sha256(pair);
}

/**
 * Merkle root over the 64-byte signatures (Agave `merkle-tree/src/merkle_tree.rs`): leaf = SHA-256(0, item),
 * node = SHA-256(1, left, right), the last of an odd row paired with itself.
 */
export function merkleRoot(signatures: readonly Uint8Array[]): Buffer {
  let row = signatures.map((signature) => {
    leafInput.set(signature, 1);
    return sha256(leafInput);
  });
  while (row.length > 1) {
    const above: Buffer[] = [];
    for (let index = 0; index < row.length; index += 2) {
      const left = row[index]!;
      left.copy(nodeInput, 1);
      (row[index + 1] ?? left).copy(nodeInput, 33);
      above.push(sha256(nodeInput));
    }
    row = above;
  }
  return row[0] ?? Buffer.alloc(32);
}
