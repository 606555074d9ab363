/** Deterministic pseudo-random numbers: xorshift32, which never returns 0. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed, 0x9e37_79b1) >>> 0) | 1;
  }

  uint32(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state;
  }

  /** 0 to `limit` - 1. */
  below(limit: number): number {
    return this.uint32() % limit;
  }

  chance(one: number, of: number): boolean {
    return this.below(of) < one;
  }

  bytes(size: number): Uint8Array {
    return Uint8Array.from({ length: size }, () => this.uint32() >>> 24);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const result = [...items];
    for (let at = result.length - 1; at > 0; at -= 1) {
      const other = this.below(at + 1);
      [result[at], result[other]] = [result[other]!, result[at]!];
    }
    return result;
  }
}
