import type { WritableBlock } from '@tickscope/store';
import { WakeUp } from '../wake-up.js';

export interface Waiting {
  block: WritableBlock;
  /** Transactions and entries. */
  rows: number;
  /** Approximate memory use. */
  bytes: number;
  /** Unix milliseconds. */
  arrivedAt: number;
}

/** When waiting blocks are taken. */
export interface TakeLimits {
  minRows: number;
  maxBytes: number;
  /** In Unix milliseconds; past: at once. */
  dueAt(oldest: Waiting, newest: Waiting): number;
}

/**
 * Queue of blocks between the stream and the writer, bounded in bytes. `push` never refuses: the reader checks `isFull`
 * first and stops reading, so at most one block exceeds the limit.
 */
export class BlockQueue<Item extends Waiting = Waiting> {
  #waiting: Item[] = [];
  #bytes = 0;
  readonly #maxBytes: number;
  readonly #wakeUp = new WakeUp();
  #closed = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get length(): number {
    return this.#waiting.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes;
  }

  push(item: Item): void {
    this.#waiting.push(item);
    this.#bytes += item.bytes;
    this.#wakeUp.wake();
  }

  /** Removes and returns all waiting blocks. */
  drain(): Item[] {
    const drained = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    return drained;
  }

  /** Ends the queue: `take` returns the remaining blocks, then an empty list. */
  close(): void {
    this.#closed = true;
    this.#wakeUp.wake();
  }

  /**
   * Returns the blocks to write next, oldest first, at most one per slot and at most `maxBytes`. Waits until they are
   * due, or until `minRows` rows or `maxBytes` bytes wait. Returns an empty list once the queue is closed and empty.
   */
  async take(limits: TakeLimits): Promise<Item[]> {
    for (;;) {
      const oldest = this.#waiting[0];
      if (oldest === undefined && this.#closed) return [];
      const waitMs = this.#waitMs(limits);
      const isMuch = this.#rows() >= limits.minRows || this.#bytes >= limits.maxBytes;
      if (oldest !== undefined && (this.#closed || waitMs <= 0 || isMuch)) return this.#cut(limits.maxBytes);
      await this.#wakeUp.wait(waitMs);
    }
  }

  #waitMs({ dueAt }: TakeLimits): number {
    const [oldest, newest] = [this.#waiting[0], this.#waiting.at(-1)];
    if (oldest === undefined || newest === undefined) return Number.POSITIVE_INFINITY;
    const now = Date.now();
    // Where the clock was set back, blocks would wait for as long as that.
    return oldest.arrivedAt > now ? 0 : dueAt(oldest, newest) - now;
  }

  #rows(): number {
    return this.#waiting.reduce((sum, { rows }) => sum + rows, 0);
  }

  #cut(maxBytes: number): Item[] {
    const taken: Item[] = [];
    const slots = new Set<number>();
    let bytes = 0;
    for (const item of this.#waiting) {
      if (slots.has(item.block.slot) || (taken.length > 0 && bytes + item.bytes > maxBytes)) break;
      slots.add(item.block.slot);
      bytes += item.bytes;
      taken.push(item);
    }
    this.#waiting = this.#waiting.slice(taken.length);
    this.#bytes -= bytes;
    return taken;
  }
}
