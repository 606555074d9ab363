import {
  type Block,
  ChainDataError,
  decodeGeyserUpdate,
  SlotAssembler,
  type SlotOutcome,
  type SlotRange,
} from '@tickscope/chain';
import type { BlockWriter, Gap, WritableBlock } from '@tickscope/store';
import { MissingRangeFinder } from './assemble/missing-range-finder.js';
import { type ChainLink, ForkChoice } from './fork-choice/fork-choice.js';
import type { Spill } from './queue/spill/spill.js';
import { SpillingQueue } from './queue/spilling-queue.js';
import type { GeyserEndpoint, SubscriptionContent, SubscriptionMode } from './source/geyser-stream.js';
import { type MessageSink, StreamReader, type StreamReaderEvents } from './source/stream-reader.js';
import { GapRecorder } from './write/gap-recorder.js';
import { QueueWriter } from './write/queue-writer.js';
import type { StoredBlocks } from './write/stored-blocks.js';
import { WriteRetries } from './write/write-retries.js';

export interface IngesterOptions {
  endpoint: GeyserEndpoint;
  /** Other servers of the same chain, for when one fails or stalls; after the last comes the first again. */
  fallbacks?: readonly GeyserEndpoint[];
  mode: SubscriptionMode;
  content: SubscriptionContent;
  commitment: 'processed' | 'confirmed' | 'finalized';
  /** The newest slot that is stored whole; the stream is asked to go on after it. `null`: nothing is stored. */
  lastStoredSlot: number | null;
  /** The last blocks that are stored, for the first new ones to be linked to. */
  lastLinks?: readonly ChainLink[];
  /** Where blocks wait on disk when memory is full; absent: reading stops then. Closed by whoever opened it. */
  spill?: Spill | null;
  writer: Pick<BlockWriter, 'write'>;
  writeGaps(gaps: readonly Gap[]): Promise<void>;
  /** Where written blocks are published. */
  storedBlocks?: StoredBlocks;
  on: IngesterEvents;
  limits?: Partial<IngesterLimits>;
}

export interface IngesterLimits {
  /** Blocks in memory that are not yet written; beyond it they go to the spill, and where that is full or absent nothing is read. */
  queueBytes: number;
  /** Memory of the whole process, the native client's read-ahead included, beyond which the stream is cut. */
  maxRssBytes: number;
  /** A stream on which no block came for this long is cut; sooner once the pace of the blocks is known. */
  stallMs: number;
  /** A reader that had to wait this long for the writer cuts the stream, for the native client reads on. */
  maxPauseMs: number;
  /** A batch begins no sooner than `batchEveryMs` after the last one, unless so many rows wait. */
  batchRows: number;
  batchBytes: number;
  batchEveryMs: number;
  /** Writes are tried again after these waits, the last one for ever. */
  retryMs: readonly number[];
  /** How long writes are still tried after `stop`. */
  stopDeadlineMs: number;
}

const DEFAULT_LIMITS: IngesterLimits = {
  queueBytes: 32 * 1024 * 1024,
  maxRssBytes: 2 * 1024 * 1024 * 1024,
  stallMs: 30_000,
  maxPauseMs: 2_000,
  batchRows: 40_000,
  batchBytes: 12 * 1024 * 1024,
  batchEveryMs: 100,
  retryMs: [100, 500, 2_000, 5_000],
  stopDeadlineMs: 10_000,
};

/** What an operator watches. All are called synchronously; none may throw. */
export interface IngesterEvents extends StreamReaderEvents {
  garbage(reason: string): void;
  incomplete(slot: number, reason: string): void;
  missing(range: SlotRange): void;
  /** A block waits for the writer. */
  queued(block: Block, queue: { blocks: number; bytes: number }): void;
  /** Its `slots` row is there: it can be asked about. */
  written(blocks: readonly WritableBlock[], batch: { rows: number; writeMs: number; oldestMs: number }): void;
  writeFailed(error: Error, tryCount: number): void;
  /**
   * A second block came for a slot. `waiting`: nothing tells yet which one is right; `kept`: the first one is;
   * `replaced`: the second one is, and takes its place.
   */
  equivocation?(slot: number, resolution: 'waiting' | 'kept' | 'replaced'): void;
  /** Blocks in the spill that cannot be read; their slots are gaps. */
  spillDamaged?(slots: { fromSlot: number; toSlot: number; reason: string }): void;
}

/** Blocks replayed again after a reconnect, so that a slot cut in half comes whole. */
const REPLAY_OVERLAP_SLOTS = 4;

/**
 * Stream → blocks → ClickHouse. Two loops run side by side, with the queue between them:
 *
 * - the **reading** loop (`StreamReader`): messages become blocks (`SlotAssembler`), blocks that the chain of parents
 *   contradicts are held back (`ForkChoice`), the others are queued; slots that never came become gaps;
 * - the **writing** loop (`QueueWriter`): blocks from the queue go to ClickHouse in batches.
 *
 * Memory is bounded: when writing falls behind, blocks go to the spill; when that is full (or there is none) reading
 * stops, and when that lasts the stream is cut and taken up again later.
 *
 * States: **running**, until `stop`; **draining**: nothing is read any more, what is in memory is written, or put into
 * the spill when that takes too long; **ended**: `run` resolves.
 */
export class Ingester {
  readonly #options: IngesterOptions;
  readonly #queue: SpillingQueue;
  readonly #assembler: SlotAssembler;
  readonly #forks: ForkChoice;
  readonly #missing: MissingRangeFinder;
  readonly #retries: WriteRetries;
  readonly #gaps: GapRecorder;
  readonly #reader: StreamReader;
  readonly #writer: QueueWriter;
  #newestSlot: number | null;
  /** Lowest of the slots that were half there when a stream ended, for when nothing came whole yet. */
  #firstSlot: number | null = null;

  constructor(options: IngesterOptions) {
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { on, spill = null, mode, content, commitment } = options;
    this.#options = options;
    this.#newestSlot = options.lastStoredSlot;
    this.#forks = new ForkChoice(options.lastLinks);
    this.#missing = new MissingRangeFinder(options.lastStoredSlot);
    this.#assembler = new SlotAssembler({
      source: 'geyser',
      expectTransactions: content === 'full',
      expectEntries: true,
    });
    this.#queue = new SpillingQueue(
      limits.queueBytes,
      spill,
      // In block mode a message is a whole block: as many come from the stream as from disk.
      () => mode === 'messages' && this.#reader.hasMessagesReady,
    );
    this.#retries = new WriteRetries({
      waitsMs: limits.retryMs,
      stopDeadlineMs: limits.stopDeadlineMs,
      onFailure: (error, tryCount) => on.writeFailed(error, tryCount),
    });
    this.#gaps = new GapRecorder(options.writeGaps, this.#retries);
    this.#reader = new StreamReader({
      endpoints: [options.endpoint, ...(options.fallbacks ?? [])],
      ...{ mode, content, commitment, limits, on },
      sink: this.#asSink(),
    });
    this.#writer = new QueueWriter({
      ...{ queue: this.#queue, writer: options.writer, retries: this.#retries, limits },
      onTaken: () => this.#recordSpillDamages(),
      onWritten: (blocks, batch) => {
        options.storedBlocks?.stored(blocks);
        on.written(blocks, batch);
      },
      onConflict: (slot) => on.incomplete(slot, 'another writer stored another block'),
      onUnwritable: (slot, error) =>
        this.#recordIncomplete(slot, `it could not be written: ${error.message}`),
    });
    this.#takeUpSpill();
  }

  /** Runs until `stop`, then until all that was queued is written. */
  async run(): Promise<void> {
    const writing = this.#writer.run();
    // It may fail while the reader is still ending; its result is looked at below.
    writing.catch(() => {});
    // A slot that is half there at `stop` is no gap: the next run asks for it again, and before that looks for missing
    // ranges in what is stored (recordUnrecordedGaps).
    await this.#reader.run();
    this.#queue.close();
    const ends = await Promise.allSettled([writing, this.#gaps.settled()]);
    const failure = ends.find((end) => end.status === 'rejected');
    // Gaps that could not be recorded are found again: they are missing ranges between what is on disk.
    if (failure !== undefined && !this.#queue.save()) throw failure.reason;
  }

  /**
   * Stops reading; `run` ends when everything in memory is written, or, where that takes too long, put into the spill;
   * without one it fails. What is in the spill stays for the next run.
   */
  stop(): void {
    this.#retries.stop();
    this.#reader.stop();
  }

  #asSink(): MessageSink {
    const queue = this.#queue;
    return {
      resumeFrom: () =>
        // Where nothing came whole yet, the next stream begins where the first one did.
        this.#newestSlot === null ? this.#firstSlot : this.#newestSlot + 1 - REPLAY_OVERLAP_SLOTS,
      take: (message, pong) => this.#take(message, pong),
      restart: () => this.#restart(),
      get isFull() {
        return queue.isFull;
      },
      get hasRoom() {
        return queue.hasRoom;
      },
    };
  }

  /** Blocks that a former run left on disk are as good as queued: the stream goes on after them. */
  #takeUpSpill(): void {
    for (const { slot, parentSlot } of this.#options.spill?.left ?? []) {
      if (this.#newestSlot === null || slot > this.#newestSlot) this.#newestSlot = slot;
      this.#recordMissing(this.#missing.add({ slot, parentSlot }));
    }
    this.#recordSpillDamages();
  }

  async #take(message: Uint8Array, pong: () => Promise<void>): Promise<void> {
    let outcomes: SlotOutcome[];
    let isWholeBlock: boolean;
    try {
      const update = decodeGeyserUpdate(message);
      if (update.kind === 'ping') return await pong();
      outcomes = this.#assembler.push(update);
      isWholeBlock = update.kind === 'block';
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      this.#options.on.garbage(error.message);
      return;
    }
    for (const outcome of outcomes)
      if (outcome.kind === 'block') this.#choose(outcome.block, isWholeBlock ? message : null);
      else this.#recordIncomplete(outcome.slot, outcome.reason);
  }

  /** Half a slot is not recorded here: the replay brings it whole, or its child will miss it. */
  #restart(): void {
    for (const outcome of this.#assembler.restart()) {
      const slot = outcome.kind === 'block' ? outcome.block.slot : outcome.slot;
      this.#firstSlot = Math.min(this.#firstSlot ?? slot, slot);
    }
  }

  /** Takes a block if the chain of parents has nothing against it. `message`: the bytes that hold it whole, if any. */
  #choose(block: Block, message: Uint8Array | null): void {
    const { equivocation } = this.#options.on;
    const { verdict, proven, refuted } = this.#forks.check(block);
    if (refuted !== null) equivocation?.(refuted, 'kept');
    if (proven !== null) {
      equivocation?.(proven.slot, 'replaced');
      this.#enqueue(proven, null);
    }
    if (verdict.kind === 'take') this.#enqueue(block, message);
    else if (verdict.kind === 'unlinked') this.#recordIncomplete(block.slot, verdict.reason);
    else equivocation?.(block.slot, verdict.kind === 'drop' ? 'kept' : 'waiting');
  }

  #enqueue(block: Block, message: Uint8Array | null): void {
    this.#queue.push({ block, message, memoryBytes: estimateBytes(block), arrivedAt: Date.now() });
    this.#options.on.queued(block, { blocks: this.#queue.length, bytes: this.#queue.bytes });
    const isNewest = this.#newestSlot === null || block.slot > this.#newestSlot;
    if (isNewest) this.#newestSlot = block.slot;
    this.#reader.block(isNewest);
    this.#gaps.cameWhole(block.slot);
    this.#recordMissing(this.#missing.add(block));
  }

  #recordIncomplete(slot: number, reason: string): void {
    this.#options.on.incomplete(slot, reason);
    this.#missing.account(slot);
    this.#gaps.incomplete(slot, reason);
  }

  #recordMissing(ranges: readonly SlotRange[]): void {
    for (const range of ranges) {
      this.#options.on.missing(range);
      this.#gaps.missing(range, 'a block names it as its parent; it never came');
    }
  }

  #recordSpillDamages(): void {
    for (const damage of this.#options.spill?.takeDamages() ?? []) {
      const { fromSlot, toSlot, reason } = damage;
      this.#options.on.spillDamaged?.(damage);
      if (fromSlot === toSlot) this.#missing.account(fromSlot);
      this.#gaps.missing({ fromSlot, toSlot }, `it was spilled to disk and is damaged there: ${reason}`);
    }
  }
}

/** What a block's objects take in memory, roughly: more than its bytes. */
function estimateBytes({ transactions, entries }: Block): number {
  return transactions.length * 4_000 + entries.length * 200;
}
