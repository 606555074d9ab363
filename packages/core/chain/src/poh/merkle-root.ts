import { createHash } from 'node:crypto';

const HASH_BYTES = 32;
const SIGNATURE_BYTES = 64;
const LEAF_PREFIX = Uint8Array.of(0);
const NODE_PREFIX = Uint8Array.of(1);

/**
 * Merkle root of concatenated 64-byte signatures (Agave `merkle-tree/src/merkle_tree.rs`). A leaf is SHA-256(0,
 * signature), a node SHA-256(1, left, right); the last node of an odd row is paired with itself. Without signatures, 32
 * zero bytes (`hash_signatures` of `entry/src/entry.rs`).
 */
export function merkleRoot(signatures: Uint8Array): Uint8Array {
  let row: Uint8Array[] = [];
  for (let at = 0; at < signatures.length; at += SIGNATURE_BYTES)
    row.push(sha256(LEAF_PREFIX, signatures.subarray(at, at + SIGNATURE_BYTES)));
  if (row.length === 0) return new Uint8Array(HASH_BYTES);
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let left = 0; left < row.length; left += 2)
      above.push(sha256(NODE_PREFIX, row[left]!, row[left + 1] ?? row[left]!));
    row = above;
  }
  return row[0]!;
}

/** SHA-256 of the concatenated parts. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
