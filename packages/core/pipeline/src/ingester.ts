import {
  type Block,
  ChainDataError,
  decodeGeyserUpdate,
  SlotAssembler,
  type SlotOutcome,
  type SlotRange,
  type TipAccounts,
} from '@tickscope/chain';
import type { BlockWriter, Gap, WritableBlock } from '@tickscope/store';
import { MissingRangeFinder } from './assemble/missing-range-finder.js';
import { type ChainLink, ForkChoice } from './fork-choice/fork-choice.js';
import { DEFAULT_LIMITS, type IngesterLimits } from './ingester-limits.js';
import type { Spill } from './queue/spill/spill.js';
import { SpillingQueue } from './queue/spilling-queue.js';
import type { GeyserEndpoint, SubscriptionContent, SubscriptionMode } from './source/geyser-stream.js';
import type { ModeChange } from './source/mode-choice.js';
import { type MessageSink, StreamReader, type StreamReaderEvents } from './source/stream-reader.js';
import { GapRecorder } from './write/gap-recorder.js';
import { QueueWriter } from './write/queue-writer.js';
import type { StoredBlocks } from './write/stored-blocks.js';
import { WriteRetries } from './write/write-retries.js';

export interface IngesterOptions {
  endpoint: GeyserEndpoint;
  /** Other servers of the same chain, tried in turn when one fails or stalls. */
  fallbacks?: readonly GeyserEndpoint[];
  mode: SubscriptionMode;
  content: SubscriptionContent;
  commitment: 'processed' | 'confirmed' | 'finalized';
  /** The newest slot that is stored whole, after which the stream should resume. Null if nothing is stored. */
  lastStoredSlot: number | null;
  /** The last stored blocks, against which the parents of the first new blocks are checked. */
  lastLinks?: readonly ChainLink[];
  /**
   * Blocks wait here on disk when memory is full. Absent: reading stops instead. The caller that opened it closes it.
   */
  spill?: Spill | null;
  writer: Pick<BlockWriter, 'write'>;
  /** The accounts at which lamports are a tip, as known now; by default those of this build. */
  tipAccounts?: () => TipAccounts;
  writeGaps(gaps: readonly Gap[]): Promise<void>;
  /** Written blocks are published here. */
  storedBlocks?: StoredBlocks;
  on: Partial<IngesterEvents>;
  limits?: Partial<IngesterLimits>;
}

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface IngesterEvents extends StreamReaderEvents {
  garbage(reason: string): void;
  incomplete(slot: number, reason: string): void;
  missing(range: SlotRange): void;
  /** A block was queued for writing. */
  queued(block: Block, queue: { blocks: number; bytes: number }): void;
  /** The blocks' `slots` rows are stored: queries can find them. */
  written(blocks: readonly WritableBlock[], batch: { rows: number; writeMs: number; oldestMs: number }): void;
  writeFailed(error: Error, tryCount: number): void;
  /**
   * A second block came for a slot. `waiting`: undecided which one is right; `kept`: the first one is right;
   * `replaced`: the second one is right and replaces the first.
   */
  equivocation(slot: number, resolution: 'waiting' | 'kept' | 'replaced'): void;
  /** Blocks in the spill cannot be read; their slots are gaps. */
  spillDamaged(slots: { fromSlot: number; toSlot: number; reason: string }): void;
}

/** Slots replayed again after a reconnect, so that a slot interrupted half-way arrives whole. */
const REPLAY_OVERLAP_SLOTS = 4;

/**
 * Stream → blocks → ClickHouse. Two loops run concurrently, with the queue between them:
 *
 * - the **reading** loop (`StreamReader`): assembles messages into blocks (`SlotAssembler`), holds back blocks that the
 * chain of parents contradicts (`ForkChoice`) and queues the others; slots that never came become gaps;
 * - the **writing** loop (`QueueWriter`): writes blocks from the queue to ClickHouse in batches.
 *
 * Memory is bounded. When writing falls behind, blocks go to the spill. When the spill is full or absent, reading
 * stops; if that lasts, the stream is cut and resumed later.
 *
 * States: **running**, until `stop`; **draining**: nothing is read any more, blocks in memory are written, or put into
 * the spill if that takes too long; **ended**: `run` resolves.
 */
export class Ingester {
  readonly #options: IngesterOptions;
  readonly #queue: SpillingQueue;
  #assembler: SlotAssembler;
  readonly #forks: ForkChoice;
  readonly #missing: MissingRangeFinder;
  readonly #retries: WriteRetries;
  readonly #gaps: GapRecorder;
  readonly #reader: StreamReader;
  readonly #writer: QueueWriter;
  #newestSlot: number | null;
  /** Lowest slot that was incomplete when a stream ended; the resume point while no whole block has come. */
  #firstSlot: number | null = null;

  constructor(options: IngesterOptions) {
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    const { on, spill = null, mode, content, commitment } = options;
    this.#options = options;
    this.#newestSlot = options.lastStoredSlot;
    this.#forks = new ForkChoice(options.lastLinks);
    this.#missing = new MissingRangeFinder(options.lastStoredSlot);
    this.#assembler = this.#createAssembler(true);
    this.#queue = new SpillingQueue(
      limits.queueBytes,
      spill,
      // In block mode a message is a whole block, so the stream and the disk deliver at the same rate.
      () => this.#reader.choice.mode === 'messages' && this.#reader.hasMessagesReady,
      options.tipAccounts,
    );
    this.#retries = new WriteRetries({
      waitsMs: limits.retryMs,
      stopDeadlineMs: limits.stopDeadlineMs,
      onFailure: (error, tryCount) => on.writeFailed?.(error, tryCount),
    });
    this.#gaps = new GapRecorder(options.writeGaps, this.#retries);
    this.#reader = new StreamReader({
      endpoints: [options.endpoint, ...(options.fallbacks ?? [])],
      ...{ mode, content, commitment, limits },
      on: { ...on, modeChanged: (change, server) => this.#modeChanged(change, server) },
      sink: this.#asSink(),
    });
    this.#writer = new QueueWriter({
      ...{ queue: this.#queue, writer: options.writer, retries: this.#retries, limits },
      onTaken: () => this.#recordSpillDamages(),
      onWritten: (blocks, batch) => {
        options.storedBlocks?.stored(blocks);
        on.written?.(blocks, batch);
      },
      onConflict: (slot) => on.incomplete?.(slot, 'another writer stored another block'),
      onUnwritable: (slot, error) =>
        this.#recordIncomplete(slot, `it could not be written: ${error.message}`),
    });
    this.#takeUpSpill();
  }

  /** Runs until `stop`, then until all queued blocks are written. */
  async run(): Promise<void> {
    const writing = this.#writer.run();
    // It may fail while the reader is still ending. Its result is examined below.
    writing.catch(() => {});
    // A slot that is incomplete at `stop` is not recorded as a gap. The next run requests it again, and first looks for
    // missing ranges in what is stored (recordUnrecordedGaps).
    await this.#reader.run();
    this.#queue.close();
    const ends = await Promise.allSettled([writing, this.#gaps.settled()]);
    const failure = ends.find((end) => end.status === 'rejected');
    // Gaps that could not be recorded are found again: the spilled blocks reveal them as missing ranges.
    if (failure !== undefined && !this.#queue.save()) throw failure.reason;
  }

  /**
   * Stops reading. `run` ends once everything in memory is written or, if that takes too long, put into the spill;
   * without a spill it fails. Blocks in the spill stay for the next run.
   */
  stop(): void {
    this.#retries.stop();
    this.#reader.stop();
  }

  #asSink(): MessageSink {
    const queue = this.#queue;
    return {
      resumeFrom: () =>
        // If no whole block has come yet, the next stream starts where the first one did.
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

  #createAssembler(expectEntries: boolean): SlotAssembler {
    const expectTransactions = this.#options.content === 'full';
    return new SlotAssembler({
      ...{ source: 'geyser', expectTransactions, expectEntries },
      neverEntries: !expectEntries,
    });
  }

  #modeChanged(change: ModeChange, server: number): void {
    this.#options.on.modeChanged?.(change, server);
    if (change.reason !== 'no_entries_at_all') return;
    this.#restart();
    this.#assembler = this.#createAssembler(false);
  }

  /** Blocks that a previous run left on disk count as queued: the stream resumes after them. */
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
      const { choice } = this.#reader;
      if (update.kind === 'block') choice.block(update.block.entries.length);
      else if (update.kind === 'block_meta') choice.block(0);
      else if (update.kind === 'entry') choice.entry();
      if (update.kind === 'block' && choice.isWithoutEntriesSoFar) {
        // It comes again, in the other mode or in a subscription that takes it as it is.
        this.#firstSlot = Math.min(this.#firstSlot ?? update.block.slot, update.block.slot);
        return;
      }
      outcomes = this.#assembler.push(update);
      isWholeBlock = update.kind === 'block';
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      this.#options.on.garbage?.(error.message);
      return;
    }
    for (const outcome of outcomes)
      if (outcome.kind === 'block') this.#choose(outcome.block, isWholeBlock ? message : null);
      else this.#recordIncomplete(outcome.slot, outcome.reason);
  }

  /**
   * Incomplete slots are not recorded here: the replay delivers them whole, or their child reveals that they are
   * missing.
   */
  #restart(): void {
    for (const outcome of this.#assembler.restart()) {
      const slot = outcome.kind === 'block' ? outcome.block.slot : outcome.slot;
      this.#firstSlot = Math.min(this.#firstSlot ?? slot, slot);
    }
  }

  /**
   * Queues a block unless the chain of parents contradicts it. @param message the bytes of the whole block, if there
   * are any
   */
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
    this.#options.on.queued?.(block, { blocks: this.#queue.length, bytes: this.#queue.bytes });
    const isNewest = this.#newestSlot === null || block.slot > this.#newestSlot;
    if (isNewest) this.#newestSlot = block.slot;
    this.#reader.block(isNewest);
    this.#gaps.cameWhole(block.slot);
    this.#recordMissing(this.#missing.add(block));
  }

  #recordIncomplete(slot: number, reason: string): void {
    this.#options.on.incomplete?.(slot, reason);
    this.#missing.account(slot);
    this.#gaps.incomplete(slot, reason);
  }

  #recordMissing(ranges: readonly SlotRange[]): void {
    for (const range of ranges) {
      this.#options.on.missing?.(range);
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

/** Rough memory use of a block's objects, which is more than its encoded size. */
function estimateBytes({ transactions, entries }: Block): number {
  return transactions.length * 4_000 + entries.length * 200;
}
