import { createHash, randomBytes } from 'node:crypto';
import { toBase58 } from '@tickscope/chain';

/** Random numbers that a seed repeats: a run that fails is run again with the same seed. */
export class Random {
  #state: number;

  constructor(seed: string) {
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** From 0 to below `end`. Mulberry32. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * end);
  }

  pick<T>(from: readonly T[]): T {
    const value = from[this.below(from.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
}

/** A well-formed key that was never issued. Random each time, because a repeated key is known to be invalid. */
export function guessedKey(): string {
  return `sk_live_${toBase58(randomBytes(32))}`;
}
