/**
 * Buffers outside of the heap that are used again. Many a megabyte a second of new ones make the collector run for
 * their sake alone, and stay until it has. A buffer that is never given back is the collector's, as any other.
 */
export class BufferPool {
  readonly #maxFreeBytes: number;
  readonly #free: Buffer[] = [];
  #freeBytes = 0;

  /** @param maxFreeBytes what is kept for later at most; more that is given back is let go */
  constructor(maxFreeBytes: number) {
    this.#maxFreeBytes = maxFreeBytes;
  }

  /** At least so many bytes, with anything in them; nobody else has them until they are given back. */
  take(size: number): Buffer {
    const capacity = capacityFor(size);
    const at = this.#free.findIndex(({ length }) => length === capacity);
    if (at === -1) return Buffer.allocUnsafeSlow(capacity);
    this.#freeBytes -= capacity;
    return this.#free.splice(at, 1)[0]!;
  }

  /** A buffer of `take`, once; nothing may be done with it afterwards. The oldest are let go for it. */
  give(buffer: Buffer): void {
    this.#free.push(buffer);
    this.#freeBytes += buffer.length;
    while (this.#freeBytes > this.#maxFreeBytes) this.#freeBytes -= this.#free.shift()!.length;
  }
}

/** Few sizes, so that one fits the next: the next quarter of a power of two, at most a quarter more than asked for. */
function capacityFor(size: number): number {
  const step = 2 ** Math.max(10, Math.floor(Math.log2(Math.max(size, 1))) - 2);
  return Math.ceil(size / step) * step;
}
