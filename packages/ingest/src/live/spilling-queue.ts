import type { Block } from '@tickscope/chain';
import type { Spill } from '../spill/spill.js';
import type { RecordInput } from '../spill/spill-record.js';
import type { Segment } from '../spill/spill-segment.js';
import { BlockQueue, type Waiting } from './block-queue.js';

export interface QueuedBlock extends Waiting {
  /** Where it lies on disk; absent: in memory only. */
  segment?: Segment;
}

/**
 * The queue to the writer with a spill behind it. Blocks stay in order: while some wait on disk, new ones go behind
 * them. What the disk does not take waits in memory behind all others, and the queue is full: the reader stops.
 */
export class SpillingQueue {
  readonly #front: BlockQueue<QueuedBlock>;
  readonly #maxBytes: number;
  readonly #spill: Spill | null;
  /** What neither memory nor disk had room for: one block as a rule. */
  #tail: RecordInput[] = [];
  /** Given to the writer, not yet written. */
  #taken: readonly QueuedBlock[] = [];
  #isClosed = false;

  constructor(maxBytes: number, spill: Spill | null) {
    this.#front = new BlockQueue(maxBytes);
    this.#maxBytes = maxBytes;
    this.#spill = spill;
  }

  /** Blocks in memory. */
  get length(): number {
    return this.#front.length + this.#tail.length;
  }

  /** What they take, about. */
  get bytes(): number {
    return this.#front.bytes + this.#tail.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  }

  /** Nothing more should be read. */
  get isFull(): boolean {
    if (this.#spill === null) return this.#front.isFull;
    this.#moveTail();
    return this.#tail.length > 0;
  }

  /** After it was full: whether it is worth going on. */
  get hasRoom(): boolean {
    const isHalfEmpty = this.#front.bytes <= this.#maxBytes / 2;
    if (this.#spill === null) return isHalfEmpty;
    if (this.isFull) return false;
    return this.#spill.hasRoom || (this.#spill.isRead && isHalfEmpty);
  }

  /** `message`: the bytes that held the whole block, where there were such. */
  push(block: Block, memoryBytes: number, arrivedAt: number, message: Uint8Array | null): void {
    const isNextInMemory = this.#tail.length === 0 && (this.#spill?.isRead ?? true);
    if (isNextInMemory && (this.#spill === null || !this.#front.isFull))
      this.#front.push({ block, bytes: memoryBytes, arrivedAt });
    else {
      this.#tail.push({ block, message, memoryBytes, arrivedAt });
      this.#moveTail();
    }
  }

  /** No more will come: `take` gives what is in memory, then an empty list. What is on disk stays there. */
  close(): void {
    this.#isClosed = true;
    this.#front.close();
  }

  /** As `BlockQueue.take`. One call at a time; `written` is to be called when the blocks are written. */
  async take(limits: Parameters<BlockQueue['take']>[0]): Promise<readonly QueuedBlock[]> {
    this.#refill();
    this.#taken = await this.#front.take(limits);
    return this.#taken;
  }

  /** The blocks taken last are written. */
  written(): void {
    for (const { segment } of this.#taken) if (segment !== undefined) this.#spill?.settle(segment);
    this.#taken = [];
  }

  /** Puts all that is in memory only on disk, for the next run. False: it could not be, or there is no spill. */
  save(): boolean {
    if (this.#spill === null) return false;
    const inMemory = [...this.#taken, ...this.#front.drain()]
      .filter(({ segment }) => segment === undefined)
      .map(({ block, bytes, arrivedAt }) => ({ block, message: null, memoryBytes: bytes, arrivedAt }));
    const behind = this.#tail.every((input) => this.#spill?.append(input) === true);
    return this.#spill.prepend(inMemory) && behind;
  }

  #refill(): void {
    const spill = this.#spill;
    if (spill === null || this.#isClosed) return;
    while (!this.#front.isFull) {
      const next = spill.read();
      if (next === null) break;
      const { block, memoryBytes, arrivedAt, segment } = next;
      this.#front.push({ block, bytes: memoryBytes, arrivedAt, segment });
    }
    this.#moveTail();
  }

  /** To where there is room now: to memory when nothing is before it, else to the disk. */
  #moveTail(): void {
    while (this.#tail.length > 0) {
      const input = this.#tail[0]!;
      const { block, memoryBytes, arrivedAt } = input;
      if (this.#spill?.isRead === true && !this.#front.isFull)
        this.#front.push({ block, bytes: memoryBytes, arrivedAt });
      else if (this.#spill?.append(input) !== true) return;
      this.#tail.shift();
    }
  }
}
