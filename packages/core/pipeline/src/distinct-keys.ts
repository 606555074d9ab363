import { keyFingerprint } from '@tickscope/chain';

const INITIAL_CAPACITY = 2 ** 14;

/**
 * Counts distinct keys by hashes of some 50 bits. Among five million keys, the chance that two share a hash, and count
 * as one, is one in a hundred. Takes 11 to 22 bytes per key.
 */
export class DistinctKeys {
  /** Open-addressing hash table; holds hash + 1, and 0 for a free slot. At most three quarters full. */
  #fingerprints = new Float64Array(INITIAL_CAPACITY);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: Uint8Array): void {
    // Adds 1, because the hash of an all-zero key, such as the system program's, is 0.
    const fingerprint = keyFingerprint(key) + 1;
    if (!put(this.#fingerprints, fingerprint)) return;
    this.#size += 1;
    if (4 * this.#size >= 3 * this.#fingerprints.length) this.#grow();
  }

  #grow(): void {
    const fingerprints = new Float64Array(2 * this.#fingerprints.length);
    for (const fingerprint of this.#fingerprints) if (fingerprint !== 0) put(fingerprints, fingerprint);
    this.#fingerprints = fingerprints;
  }
}

/** @returns whether it was newly added */
function put(fingerprints: Float64Array, fingerprint: number): boolean {
  const last = fingerprints.length - 1;
  const mixed = Math.imul(fingerprint ^ Math.imul(fingerprint / 2 ** 32, 0x9e3779b1), 0x85ebca6b);
  for (let index = (mixed ^ (mixed >>> 15)) & last; ; index = (index + 1) & last) {
    const known = fingerprints[index]!;
    if (known === fingerprint) return false;
    if (known !== 0) continue;
    fingerprints[index] = fingerprint;
    return true;
  }
}
