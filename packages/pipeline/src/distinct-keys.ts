import { keyPrint } from '@tickscope/chain';

const FIRST_PLACES = 2 ** 14;

/**
 * How many different keys were added, by prints of some 50 bits: of five million keys two have the same print with a
 * chance of one in a hundred, and are then counted as one. Takes 11 to 22 bytes a key.
 */
export class DistinctKeys {
  /** A hash table of prints plus one; 0 is a free place. At most three quarters full. */
  #prints = new Float64Array(FIRST_PLACES);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: Uint8Array): void {
    // The print of a key of zeros, which the system program has, is 0.
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

/** Whether it was not there. */
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
