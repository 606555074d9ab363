import { createHash } from 'node:crypto';

/**
 * A seeded stream of random numbers (sfc32), the generator's only source of randomness: the same seed gives the same
 * numbers on every platform. Does not use Math.pow, Math.exp or Math.log, whose last bit may differ between engines.
 */
export class Random {
  #a = 0;
  #b = 0;
  #c = 0;
  #counter = 1;

  /** `seed` is any text; each purpose uses its own (`chain-7/slot/12`). */
  constructor(seed: string) {
    this.restart(seed);
  }

  /** Restarts with the stream of a new seed. */
  restart(seed: string): void {
    this.#counter = 1;
    const digest = createHash('sha256').update(seed).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
    for (let round = 0; round < 12; round += 1) this.u32();
  }

  /** 0 to 2^32 - 1. */
  u32(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** 0 (included) to 1 (excluded), 32 bits fine. */
  unit(): number {
    return this.u32() / 0x1_0000_0000;
  }

  /** 0 to `limit - 1`. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(share: number): boolean {
    return this.unit() < share;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** All items, from a drawn one on. */
  *rotation<T>(items: readonly T[]): Generator<T> {
    const start = this.below(items.length);
    for (let step = 0; step < items.length; step += 1) yield items[(start + step) % items.length]!;
  }

  /** An integer with uniformly distributed bit length, so that small values are as likely as large ones. */
  spread(fewestBits: number, mostBits: number): number {
    const bits = this.between(fewestBits, mostBits);
    const top = 2 ** (bits - 1);
    return top + Math.floor(this.unit() * top);
  }

  fill(target: Uint8Array): void {
    for (let offset = 0; offset < target.length; offset += 4) {
      const word = this.u32();
      target[offset] = word;
      target[offset + 1] = word >>> 8;
      target[offset + 2] = word >>> 16;
      target[offset + 3] = word >>> 24;
    }
  }

  /** A key for long-term use, with memory of its own; `bytes` shares memory with neighbouring allocations. */
  key(): Buffer {
    const key = Buffer.alloc(32);
    this.fill(key);
    return key;
  }

  bytes(length: number): Buffer {
    const target = Buffer.allocUnsafe(length);
    this.fill(target);
    return target;
  }
}

/** Draws from `0 … size - 1`, item i with weight `1 / (i + 1)`: few items get most of the draws (Zipf). */
export function zipfSampler(size: number): (random: Random) => number {
  return weightedSampler(Array.from({ length: size }, (_, index) => 1 / (index + 1)));
}

/** Draws an index with the given relative weights. */
export function weightedSampler(weights: readonly number[]): (random: Random) => number {
  const cumulative = new Float64Array(weights.length);
  let total = 0;
  for (const [index, weight] of weights.entries()) {
    total += weight;
    cumulative[index] = total;
  }
  if (!(total > 0)) throw new RangeError('weights must have a positive sum');
  return (random) => {
    const target = random.unit() * total;
    let low = 0;
    let high = cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cumulative[middle]! > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
