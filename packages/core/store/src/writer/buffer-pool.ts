/**
 * A pool of off-heap buffers. Allocating many megabytes a second would trigger garbage collections, and keep the memory
 * until one has run. A buffer that is never given back is collected like any other.
 */
export class BufferPool {
  readonly #maxFreeBytes: number;
  readonly #free: Buffer[] = [];
  #freeBytes = 0;

  /** @param maxFreeBytes limit on unused buffers; beyond it, the oldest are dropped */
  constructor(maxFreeBytes: number) {
    this.#maxFreeBytes = maxFreeBytes;
  }

  /** Returns an uninitialised buffer of at least `size` bytes, for exclusive use until it is given back. */
  take(size: number): Buffer {
    const capacity = capacityFor(size);
    const at = this.#free.findIndex(({ length }) => length === capacity);
    if (at === -1) return Buffer.allocUnsafeSlow(capacity);
    this.#freeBytes -= capacity;
    return this.#free.splice(at, 1)[0]!;
  }

  /**
   * Gives back a buffer of `take`; the caller must not use it afterwards. Drops the oldest unused buffers above the
   * limit.
   */
  give(buffer: Buffer): void {
    this.#free.push(buffer);
    this.#freeBytes += buffer.length;
    while (this.#freeBytes > this.#maxFreeBytes) this.#freeBytes -= this.#free.shift()!.length;
  }
}

/**
 * Rounds up to a quarter of a power of two (at most a quarter more), so that few sizes exist and buffers can be reused.
 */
function capacityFor(size: number): number {
  const step = 2 ** Math.max(10, Math.floor(Math.log2(Math.max(size, 1))) - 2);
  return Math.ceil(size / step) * step;
}
