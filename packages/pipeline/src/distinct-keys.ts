import { keyPrint } from '@tickscope/chain';

const FIRST_PLACES = 2 ** 14;

/**
 * Counts distinct keys by hashes of some 50 bits. Among five million keys, the chance that two share a hash, and count
 * as one, is one in a hundred. Takes 11 to 22 bytes per key.
 */
export class DistinctKeys {
  /** Open-addressing hash table; holds hash + 1, and 0 for a free slot. At most three quarters full. */
  #prints = new Float64Array(FIRST_PLACES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: Uint8Array): void {
    // Adds 1, because the hash of an all-zero key, such as the system program's, is 0.
    const print = keyPrint(key) + 1;
    if (!put(this.#prints, print)) return;
    this.#size += 1;
    if (4 * this.#size >= 3 * this.#prints.length) this.#grow();
  }

  #grow(): void {
    const prints = new Float64Array(2 * this.#prints.length);
    for (const print of this.#prints) if (print !== 0) put(prints, print);
    this.#prints = prints;
  }
}

/** @returns whether it was newly added */
function put(prints: Float64Array, print: number): boolean {
  const last = prints.length - 1;
  const mixed = Math.imul(print ^ Math.imul(print / 2 ** 32, 0x9e3779b1), 0x85ebca6b);
  for (let place = (mixed ^ (mixed >>> 15)) & last; ; place = (place + 1) & last) {
    const known = prints[place]!;
    if (known === print) return false;
    if (known !== 0) continue;
    prints[place] = print;
    return true;
  }
}
