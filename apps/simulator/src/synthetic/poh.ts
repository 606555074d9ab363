import * as crypto from 'node:crypto';

/**
 * Proof of History, as Agave's `entry/src/poh.rs` and `entry.rs` compute it: `num_hashes` times SHA-256, the
 * last of which mixes in the Merkle root of the entry's signatures when it holds transactions.
 */

const HASH_BYTES = 32;
const chain = Buffer.alloc(HASH_BYTES);
const pair = Buffer.alloc(2 * HASH_BYTES);
const leafInput = Buffer.alloc(65);
const nodeInput = Buffer.alloc(65);
nodeInput[0] = 1;

/** Writes the SHA-256 of `data` to `target`. Goes through a string, because a buffer per hash takes twice the time. */
function sha256Into(data: Uint8Array, target: Buffer, offset: number): void {
  target.write(crypto.hash('sha256', data, 'binary'), offset, 'binary');
}

/** `count` plain hashes after `previous`. */
export function hashTimes(previous: Buffer, count: number): Buffer {
  previous.copy(chain);
  for (let round = 0; round < count; round += 1) sha256Into(chain, chain, 0);
  return Buffer.from(chain);
}

/** The hash of an entry of transactions: `numHashes - 1` plain hashes, then one with the mixin. */
export function hashWithMixin(previous: Buffer, numHashes: number, mixin: Buffer): Buffer {
  previous.copy(pair);
  for (let round = 1; round < numHashes; round += 1) sha256Into(pair.subarray(0, HASH_BYTES), pair, 0);
  mixin.copy(pair, HASH_BYTES);
  const hash = Buffer.allocUnsafe(HASH_BYTES);
  sha256Into(pair, hash, 0);
  return hash;
}

/**
 * Merkle root over the 64-byte signatures (Agave `merkle-tree/src/merkle_tree.rs`): leaf = SHA-256(0, item),
 * node = SHA-256(1, left, right), the last of an odd row paired with itself. Zeros without signatures.
 */
export function merkleRoot(signatures: readonly Uint8Array[]): Buffer {
  const row = Buffer.alloc(Math.max(1, signatures.length) * HASH_BYTES);
  for (let index = 0; index < signatures.length; index += 1) {
    leafInput.set(signatures[index]!, 1);
    sha256Into(leafInput, row, index * HASH_BYTES);
  }
  for (let count = signatures.length; count > 1; count = Math.ceil(count / 2))
    for (let left = 0; left < count; left += 2) {
      const right = Math.min(left + 1, count - 1);
      row.copy(nodeInput, 1, left * HASH_BYTES, (left + 1) * HASH_BYTES);
      row.copy(nodeInput, 33, right * HASH_BYTES, (right + 1) * HASH_BYTES);
      sha256Into(nodeInput, row, (left / 2) * HASH_BYTES);
    }
  return row.subarray(0, HASH_BYTES);
}
