import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type Block, KNOWN_TIPS, type TipAccounts } from '@tickscope/chain';
import { encodedBlock, isEncoded, type WritableBlock } from '@tickscope/store';
import { BlockQueue, type TakeLimits, type Waiting } from './block-queue.js';
import type { Spill } from './spill/spill.js';
import type { RecordInput } from './spill/spill-record.js';
import type { Segment } from './spill/spill-segment.js';

export interface QueuedBlock extends Waiting {
  /** The block's segment on disk or, if it is in memory only, what a spill would write. */
  copy: { segment: Segment } | { content: RecordInput['content'] };
}

interface Arrival {
  block: Block;
  /** The bytes of the whole-block message; null if there is none. */
  message: Uint8Array | null;
  /** Approximate memory use of its objects. */
  memoryBytes: number;
  /** Unix milliseconds. */
  arrivedAt: number;
}

/**
 * The queue between reader and writer, with a spill on disk behind it. Blocks keep their order. States, by where new
 * blocks go:
 *
 * - **in memory**: the front, while it has room and no block waits on disk;
 * - **spilling**: the spill on disk, while the front is full or blocks wait on disk; the front is refilled from there;
 * - **full**: the tail, in memory behind all others, when the disk accepts no more. `isFull` is true and the reader
 * stops.
 *
 * `close` ends all three: `take` returns what is left, then an empty batch. `save` puts what memory holds on disk.
 */
export class SpillingQueue {
  readonly #front: BlockQueue<QueuedBlock>;
  readonly #maxBytes: number;
  readonly #spill: Spill | null;
  readonly #messagesWait: () => boolean;
  readonly #tipAccounts: () => TipAccounts;
  /** Blocks for which neither memory nor disk had room; usually one. */
  #tail: Arrival[] = [];
  /** Handed to the writer, not yet written. */
  #taken: readonly QueuedBlock[] = [];
  #isClosed = false;
  /** Resolves when the last `#fill` is done. */
  #filling: Promise<void> = Promise.resolve();

  /**
   * @param messagesWait whether stream messages are waiting while blocks from disk are processed
   * @param tipAccounts the accounts at which lamports are a tip
   */
  constructor(
    maxBytes: number,
    spill: Spill | null,
    messagesWait: () => boolean,
    tipAccounts: () => TipAccounts = () => KNOWN_TIPS,
  ) {
    this.#front = new BlockQueue(maxBytes);
    this.#maxBytes = maxBytes;
    this.#spill = spill;
    this.#messagesWait = messagesWait;
    this.#tipAccounts = tipAccounts;
  }

  /** Blocks in memory. */
  get length(): number {
    return this.#front.length + this.#tail.length;
  }

  /** Approximate memory use of the blocks. */
  get bytes(): number {
    return this.#front.bytes + this.#tail.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  }

  /** Whether reading must stop. */
  get isFull(): boolean {
    if (this.#spill === null) return this.#front.isFull;
    this.#moveTail();
    return this.#tail.length > 0;
  }

  /** Whether reading should resume after the queue was full. */
  get hasRoom(): boolean {
    const isHalfEmpty = this.#front.bytes <= this.#maxBytes / 2;
    if (this.#spill === null) return isHalfEmpty;
    if (this.isFull) return false;
    return this.#spill.hasRoom || (this.#spill.isRead && isHalfEmpty);
  }

  push(arrival: Arrival): void {
    const isNextInMemory = this.#tail.length === 0 && (this.#spill?.isRead ?? true);
    if (isNextInMemory && (this.#spill === null || !this.#front.isFull))
      this.#front.push(waitingInMemory(arrival, this.#tipAccounts()));
    else {
      this.#tail.push(arrival);
      this.#moveTail();
    }
  }

  /** Ends the queue: `take` returns what is in memory, then an empty list. Blocks on disk stay there. */
  close(): void {
    this.#isClosed = true;
    this.#front.close();
  }

  /** Like `BlockQueue.take`. One call at a time; call `written` once the blocks are written. */
  async take(limits: TakeLimits): Promise<readonly QueuedBlock[]> {
    await this.#fill(limits.maxBytes);
    this.#taken = await this.#front.take(limits);
    // Refills while the database stores this batch. An error is ignored here: it occurs again in the next `take`.
    this.#fill(limits.maxBytes).catch(() => {});
    return this.#taken;
  }

  /** Call when the blocks of the last `take` are written. Releases their encoded rows. */
  written(): void {
    for (const { block, copy } of this.#taken) {
      if ('segment' in copy) this.#spill?.settle(copy.segment);
      if (isEncoded(block)) block.release();
    }
    this.#spill?.deleteWritten();
    this.#taken = [];
  }

  /**
   * Puts everything that is in memory only on disk, for the next run. Returns false if that fails or there is no spill.
   */
  save(): boolean {
    if (this.#spill === null) return false;
    const inMemory = [...this.#taken, ...this.#front.drain()].flatMap(
      ({ block: { slot, parentSlot }, copy, bytes, arrivedAt }): RecordInput[] =>
        'segment' in copy ? [] : [{ slot, parentSlot, content: copy.content, memoryBytes: bytes, arrivedAt }],
    );
    const behind = this.#tail.every((arrival) => this.#spill?.append(recordOf(arrival)) === true);
    return this.#spill.prepend(inMemory) && behind;
  }

  /**
   * Moves the next block from disk to memory, unless `maxBytes` are already in memory. Returns false if nothing was
   * moved.
   */
  #refill(maxBytes: number): boolean {
    if (this.#spill === null || this.#isClosed || this.#front.bytes >= maxBytes) return false;
    const next = this.#spill.read();
    if (next === null) {
      this.#moveTail();
      return false;
    }
    const { block, memoryBytes, arrivedAt, segment } = next;
    const compacted = compact(block, this.#tipAccounts());
    const [kept, bytes] = isEncoded(compacted)
      ? [compacted, compacted.bytes]
      : // Clones it: the block has views of the read buffer, which the next read overwrites.
        [structuredClone(compacted), memoryBytes];
    this.#front.push({ block: kept, rows: rowsOf(block), bytes, arrivedAt, copy: { segment } });
    return true;
  }

  /**
   * Moves blocks from disk to memory, up to `maxBytes`. Decoding and encoding a block takes as long as hundreds of
   * messages: while messages wait, they get as much time as each block took.
   */
  #fill(maxBytes: number): Promise<void> {
    this.#filling = this.#filling.then(async () => {
      for (;;) {
        // Lets the batch that was just taken go to the database first.
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

  /** Moves the tail to where there is room: to memory if nothing is before it, otherwise to disk. */
  #moveTail(): void {
    while (this.#tail.length > 0) {
      const arrival = this.#tail[0]!;
      if (this.#spill?.isRead === true && !this.#front.isFull)
        this.#front.push(waitingInMemory(arrival, this.#tipAccounts()));
      else if (this.#spill?.append(recordOf(arrival)) !== true) return;
      this.#tail.shift();
    }
  }
}

/**
 * Encodes a block as its rows if its message can serve as spill copy. A block without a message is its own copy, so it
 * stays whole.
 */
function waitingInMemory(
  { block, message, memoryBytes, arrivedAt }: Arrival,
  tipAccounts: TipAccounts,
): QueuedBlock {
  const compacted = message === null ? block : compact(block, tipAccounts);
  return {
    block: compacted,
    rows: rowsOf(block),
    bytes: isEncoded(compacted) ? compacted.bytes + (message?.length ?? 0) : memoryBytes,
    arrivedAt,
    copy: { content: message ?? block },
  };
}

/** A block that cannot be encoded is kept unchanged: the writer reports the error, and the slot becomes a gap. */
function compact(block: Block, tipAccounts: TipAccounts): WritableBlock {
  try {
    return encodedBlock(block, tipAccounts);
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
