import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@tickscope/chain';
import { encodedBlock, isEncoded, type WritableBlock } from '@tickscope/store';
import { BlockQueue, type Waiting } from './block-queue.js';
import type { Spill } from './spill/spill.js';
import type { RecordInput } from './spill/spill-record.js';
import type { Segment } from './spill/spill-segment.js';

export interface QueuedBlock extends Waiting {
  /** Where it lies on disk, or what would be put there: it is in memory only. */
  copy: { segment: Segment } | { content: RecordInput['content'] };
}

interface Arrival {
  block: Block;
  /** The bytes that held the whole block; `null`: there were none. */
  message: Uint8Array | null;
  /** What its objects take, about. */
  memoryBytes: number;
  /** Unix milliseconds. */
  arrivedAt: number;
}

/**
 * The queue between reader and writer, with a spill on disk behind it. Blocks keep their order. States, by where new
 * blocks go:
 *
 * - **in memory**: the front, while it has room and nothing waits on disk;
 * - **spilling**: the spill on disk, while the front is full or blocks wait on disk; the front is refilled from there;
 * - **full**: the tail, in memory behind all others, when the disk takes no more. `isFull` is true and the reader stops.
 *
 * `close` ends all three: `take` returns what is left, then an empty batch. `save` puts what memory holds on disk.
 */
export class SpillingQueue {
  readonly #front: BlockQueue<QueuedBlock>;
  readonly #maxBytes: number;
  readonly #spill: Spill | null;
  readonly #messagesWait: () => boolean;
  /** What neither memory nor disk had room for: one block as a rule. */
  #tail: Arrival[] = [];
  /** Given to the writer, not yet written. */
  #taken: readonly QueuedBlock[] = [];
  #isClosed = false;
  /** Until the last `#fill` is done. */
  #filling: Promise<void> = Promise.resolve();

  /** @param messagesWait whether the stream has messages that blocks from disk keep waiting */
  constructor(maxBytes: number, spill: Spill | null, messagesWait: () => boolean) {
    this.#front = new BlockQueue(maxBytes);
    this.#maxBytes = maxBytes;
    this.#spill = spill;
    this.#messagesWait = messagesWait;
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

  push(arrival: Arrival): void {
    const isNextInMemory = this.#tail.length === 0 && (this.#spill?.isRead ?? true);
    if (isNextInMemory && (this.#spill === null || !this.#front.isFull))
      this.#front.push(waitingInMemory(arrival));
    else {
      this.#tail.push(arrival);
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
    await this.#fill(limits.maxBytes);
    this.#taken = await this.#front.take(limits);
    // While the database takes these the next ones come. What fails here fails again when they are to be taken.
    this.#fill(limits.maxBytes).catch(() => {});
    return this.#taken;
  }

  /** The blocks taken last are written: their rows are not there any more. */
  written(): void {
    for (const { block, copy } of this.#taken) {
      if ('segment' in copy) this.#spill?.settle(copy.segment);
      if (isEncoded(block)) block.release();
    }
    this.#taken = [];
  }

  /** Puts all that is in memory only on disk, for the next run. False: it could not be, or there is no spill. */
  save(): boolean {
    if (this.#spill === null) return false;
    const inMemory = [...this.#taken, ...this.#front.drain()].flatMap(
      ({ block: { slot, parentSlot }, copy, bytes, arrivedAt }): RecordInput[] =>
        'segment' in copy ? [] : [{ slot, parentSlot, content: copy.content, memoryBytes: bytes, arrivedAt }],
    );
    const behind = this.#tail.every((arrival) => this.#spill?.append(recordOf(arrival)) === true);
    return this.#spill.prepend(inMemory) && behind;
  }

  /** The next block from disk to memory, where no more than `maxBytes` are then: on disk it costs none. False: none. */
  #refill(maxBytes: number): boolean {
    if (this.#spill === null || this.#isClosed || this.#front.bytes >= maxBytes) return false;
    const next = this.#spill.read();
    if (next === null) {
      this.#moveTail();
      return false;
    }
    const { block, memoryBytes, arrivedAt, segment } = next;
    const compacted = compact(block);
    const [kept, bytes] = isEncoded(compacted)
      ? [compacted, compacted.bytes]
      : // The disk's next block comes to where parts of this one lie.
        [structuredClone(compacted), memoryBytes];
    this.#front.push({ block: kept, rows: rowsOf(block), bytes, arrivedAt, copy: { segment } });
    return true;
  }

  /**
   * From disk to memory, no more than `maxBytes`. To decode and encode a block takes the time of hundreds of messages:
   * while such wait, they get as much time as each block took.
   */
  #fill(maxBytes: number): Promise<void> {
    this.#filling = this.#filling.then(async () => {
      for (;;) {
        // The batch that was just taken goes to the database first.
        await nextTurn();
        const startedAt = performance.now();
        if (!this.#refill(maxBytes)) return;
        const endedAt = performance.now();
        const until = endedAt + (endedAt - startedAt);
        do await sleep(1);
        while (performance.now() < until && this.#messagesWait());
      }
    });
    return this.#filling;
  }

  /** To where there is room now: to memory when nothing is before it, else to the disk. */
  #moveTail(): void {
    while (this.#tail.length > 0) {
      const arrival = this.#tail[0]!;
      if (this.#spill?.isRead === true && !this.#front.isFull) this.#front.push(waitingInMemory(arrival));
      else if (this.#spill?.append(recordOf(arrival)) !== true) return;
      this.#tail.shift();
    }
  }
}

/** As its rows, where its message is there for the spill; a block without one is its own copy, and stays whole. */
function waitingInMemory({ block, message, memoryBytes, arrivedAt }: Arrival): QueuedBlock {
  const compacted = message === null ? block : compact(block);
  return {
    block: compacted,
    rows: rowsOf(block),
    bytes: isEncoded(compacted) ? compacted.bytes + (message?.length ?? 0) : memoryBytes,
    arrivedAt,
    copy: { content: message ?? block },
  };
}

/** A block that cannot be encoded stays as it is: the writer will say so, and it becomes a gap. */
function compact(block: Block): WritableBlock {
  try {
    return encodedBlock(block);
  } catch {
    return block;
  }
}

function rowsOf({ transactions, entries }: Block): number {
  return transactions.length + entries.length;
}

function recordOf({ block, message, memoryBytes, arrivedAt }: Arrival): RecordInput {
  const { slot, parentSlot } = block;
  return { slot, parentSlot, content: message ?? block, memoryBytes, arrivedAt };
}
