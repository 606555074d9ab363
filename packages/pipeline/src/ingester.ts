import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import {
  type Block,
  ChainDataError,
  decodeGeyserUpdate,
  SlotAssembler,
  type SlotOutcome,
} from '@tickscope/chain';
import type { BlockWriter, Gap, WritableBlock } from '@tickscope/store';
import { MissingRangeFinder } from './assemble/missing-range-finder.js';
import { type ChainLink, ForkChoice } from './fork-choice/fork-choice.js';
import type { Spill } from './queue/spill/spill.js';
import { SpillingQueue } from './queue/spilling-queue.js';
import {
  causeOfFailure,
  DISCONNECT_TEXTS,
  type DisconnectCause,
  detailOfFailure,
} from './source/disconnect-cause.js';
import {
  connect,
  firstAvailableSlot,
  type GeyserEndpoint,
  GeyserStream,
  type SubscriptionContent,
  type SubscriptionMode,
} from './source/geyser-stream.js';
import { ReconnectWaits } from './source/reconnect-waits.js';
import { mayRefuseReplay } from './source/refusal.js';
import { SlotPace } from './source/stall-detector.js';
import { isTransient } from './write/is-transient.js';

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
export interface IngesterEvents {
  /** `server`: 0 for the first endpoint, 1 for its first fallback. */
  connected(fromSlot: number | null, server: number): void;
  disconnected(cause: DisconnectCause, detail: string): void;
  message(bytes: number): void;
  garbage(reason: string): void;
  incomplete(slot: number, reason: string): void;
  hole(hole: SlotRange): void;
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
const RSS_CHECK_EVERY = 64;
/** Longer than a message takes to come that waits in the native client. */
const STREAM_IDLE_MS = 5;
const MAX_REFUSED_REPLAYS = 2;
/** Our own slowness is not the server's fault. */
const OWN_CAUSES: ReadonlySet<DisconnectCause> = new Set(['writer_behind', 'memory_full']);

/**
 * Stream → blocks → ClickHouse, until told to stop. Reconnects for ever, with `from_slot` after the newest block that
 * it queued; records what never came as gaps. Memory is bounded: when the writer falls behind, blocks go to the spill;
 * when that is full (or there is none) reading stops, and when that lasts the stream is cut and taken up again later.
 */
export class Ingester {
  readonly #options: IngesterOptions;
  readonly #limits: IngesterLimits;
  readonly #queue: SpillingQueue;
  readonly #assembler: SlotAssembler;
  readonly #forks: ForkChoice;
  readonly #holes: MissingRangeFinder;
  readonly #stopping = new AbortController();
  /** Slots whose gap rows say `incomplete`, to be closed when they come whole after all. Bounded. */
  readonly #incomplete = new Set<number>();
  #stream: GeyserStream | null = null;
  /** When a message was last asked for, by `performance.now()`. */
  #askedAt = Number.NEGATIVE_INFINITY;
  #newestSlot: number | null;
  /** Of the slots that were half there when a stream ended. */
  #firstSlot: number | null = null;
  #stoppedAt: number | null = null;
  /** Whether the present subscription gave anything. */
  #hasReceived = false;
  /** Whether the present subscription asked for a replay. */
  #asksReplay = false;
  /** Subscriptions in a row that asked for a replay and were refused before their first message. */
  #refusedReplays = 0;
  readonly #waits = new ReconnectWaits();
  #gapWrites: Promise<void> = Promise.resolve();
  /** Of the endpoints, the one in use. */
  #server = 0;
  readonly #pace: SlotPace;

  constructor(options: IngesterOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#queue = new SpillingQueue(
      this.#limits.queueBytes,
      options.spill ?? null,
      // Of whole blocks one comes for each from disk; more would only go to the disk as well.
      () => options.mode === 'messages' && performance.now() - this.#askedAt <= STREAM_IDLE_MS,
    );
    this.#forks = new ForkChoice(options.lastLinks);
    this.#pace = new SlotPace(this.#limits.stallMs, performance.now());
    this.#assembler = new SlotAssembler({
      source: 'geyser',
      expectTransactions: options.content === 'full',
      expectEntries: true,
    });
    this.#holes = new MissingRangeFinder(options.lastStoredSlot);
    this.#newestSlot = options.lastStoredSlot;
    this.#takeUpSpill();
  }

  /** Runs until `stop`, then until all that was queued is written. */
  async run(): Promise<void> {
    const writing = this.#writeLoop();
    // It may fail while the reader is still ending; it is looked at below.
    writing.catch(() => {});
    // What is half there when told to stop is no gap: the next run asks for it again, and looks for holes in what is
    // stored (recordUnrecordedGaps) before it does.
    await this.#readLoop();
    this.#queue.close();
    const ends = await Promise.allSettled([writing, this.#gapWrites]);
    const failure = ends.find((end) => end.status === 'rejected');
    // Gaps that could not be recorded are found again: they are holes between what is on disk.
    if (failure !== undefined && !this.#queue.save()) throw failure.reason;
  }

  /**
   * Stops reading; `run` ends when everything in memory is written, or, where that takes too long, put into the spill;
   * without one it fails. What is in the spill stays for the next run.
   */
  stop(): void {
    this.#stoppedAt ??= performance.now();
    this.#stopping.abort();
    this.#stream?.close();
  }

  /** Blocks that a former run left on disk are as good as queued: the stream goes on after them. */
  #takeUpSpill(): void {
    for (const { slot, parentSlot } of this.#options.spill?.left ?? []) {
      if (this.#newestSlot === null || slot > this.#newestSlot) this.#newestSlot = slot;
      this.#recordHoles(this.#holes.add({ slot, parentSlot }));
    }
    this.#recordSpillDamages();
  }

  async #readLoop(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#hasReceived = false;
      this.#asksReplay = false;
      this.#waits.begin();
      const { cause, detail } = await this.#readStream().then(
        (cause) => ({ cause, detail: DISCONNECT_TEXTS[cause] }),
        (error: Error) => {
          if (this.#asksReplay && !this.#hasReceived && mayRefuseReplay(error)) this.#refusedReplays += 1;
          return { cause: causeOfFailure(error, this.#hasReceived), detail: detailOfFailure(error) };
        },
      );
      this.#stream?.close();
      this.#stream = null;
      if (this.#stopping.signal.aborted) return;
      this.#options.on.disconnected(cause, detail);
      // Half a slot is not recorded here: the replay brings it whole, or its child will miss it.
      for (const outcome of this.#assembler.restart()) {
        const slot = outcome.kind === 'block' ? outcome.block.slot : outcome.slot;
        this.#firstSlot = Math.min(this.#firstSlot ?? slot, slot);
      }
      const waitMs = this.#waits.next(Math.random());
      await this.#queueHasRoom();
      // Another server, if there is one: the same one may well do the same again.
      if (!OWN_CAUSES.has(cause)) this.#server = (this.#server + 1) % this.#endpoints.length;
      await sleep(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
  }

  /** Reads one subscription until it ends; says why it did. */
  async #readStream(): Promise<keyof typeof DISCONNECT_TEXTS> {
    const { mode, content, commitment, on } = this.#options;
    const client = await connect(this.#endpoints[this.#server]!);
    // Where nothing came whole yet, the next stream begins where the first one did.
    const wanted = this.#newestSlot === null ? this.#firstSlot : this.#newestSlot + 1 - REPLAY_OVERLAP_SLOTS;
    const fromSlot = wanted === null ? null : await this.#replayFrom(client, Math.max(0, wanted));
    this.#asksReplay = fromSlot !== null;
    this.#stream = await GeyserStream.open(client, { mode, content, commitment, fromSlot });
    on.connected(fromSlot, this.#server);
    this.#pace.resume(performance.now());
    for (let count = 1; ; count += 1) {
      const leftMs = this.#pace.leftMs(performance.now());
      if (leftMs <= 0) return 'stalled';
      this.#askedAt = performance.now();
      const message = await this.#stream.read(leftMs);
      this.#refusedReplays = 0;
      this.#hasReceived = true;
      if (message === null) return 'ended';
      this.#waits.message(performance.now());
      on.message(message.length);
      await this.#handle(message);
      if (this.#queue.isFull) {
        if (!(await this.#waitForWriter())) return 'writer_behind';
        this.#pace.resume(performance.now());
      }
      if (count % RSS_CHECK_EVERY === 0 && process.memoryUsage.rss() > this.#limits.maxRssBytes)
        return 'memory_full';
    }
  }

  /** Where to ask the replay to begin: as far back as needed, as far as the server still can. */
  async #replayFrom(client: Awaited<ReturnType<typeof connect>>, wanted: number): Promise<number | null> {
    // A server that does not have the slot refuses the subscription: better the head and a recorded gap than nothing.
    if (this.#refusedReplays >= MAX_REFUSED_REPLAYS) return null;
    const first = await firstAvailableSlot(client);
    if (first === null) return wanted;
    return Math.max(wanted, first);
  }

  async #handle(message: Uint8Array): Promise<void> {
    let outcomes: SlotOutcome[];
    try {
      const update = decodeGeyserUpdate(message);
      if (update.kind === 'ping') {
        await this.#stream?.pong();
        return;
      }
      outcomes = this.#assembler.push(update);
      if (update.kind === 'block') {
        this.#recordOutcomes(outcomes, message);
        return;
      }
    } catch (error) {
      if (!(error instanceof ChainDataError)) throw error;
      this.#options.on.garbage(error.message);
      return;
    }
    this.#recordOutcomes(outcomes, null);
  }

  /** `message`: the bytes that hold the whole block, where there are such. */
  #recordOutcomes(outcomes: readonly SlotOutcome[], message: Uint8Array | null): void {
    for (const outcome of outcomes)
      if (outcome.kind === 'block') this.#choose(outcome.block, message);
      else this.#recordIncomplete(outcome.slot, outcome.reason);
  }

  /** Takes a block if the chain of parents has nothing against it. */
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

  get #endpoints(): readonly GeyserEndpoint[] {
    return [this.#options.endpoint, ...(this.#options.fallbacks ?? [])];
  }

  #enqueue(block: Block, message: Uint8Array | null): void {
    const { on } = this.#options;
    this.#pace.block(performance.now());
    this.#queue.push({ block, message, memoryBytes: estimateBytes(block), arrivedAt: Date.now() });
    on.queued(block, { blocks: this.#queue.length, bytes: this.#queue.bytes });
    if (this.#newestSlot === null || block.slot > this.#newestSlot) {
      this.#newestSlot = block.slot;
      this.#waits.newBlock();
    }
    if (this.#incomplete.delete(block.slot))
      this.#recordGap(block.slot, block.slot, 'incomplete', 'repaired', 'came whole later');
    this.#recordHoles(this.#holes.add(block));
  }

  #recordIncomplete(slot: number, reason: string): void {
    this.#options.on.incomplete(slot, reason);
    this.#holes.account(slot);
    this.#incomplete.add(slot);
    if (this.#incomplete.size > 4_096) this.#incomplete.delete(this.#incomplete.keys().next().value!);
    this.#recordGap(slot, slot, 'incomplete', 'open', reason);
  }

  #recordHoles(holes: readonly SlotRange[]): void {
    for (const hole of holes) {
      this.#options.on.hole(hole);
      this.#recordGap(
        hole.fromSlot,
        hole.toSlot,
        'missing',
        'open',
        'a block names it as its parent; it never came',
      );
    }
  }

  #recordSpillDamages(): void {
    for (const damage of this.#options.spill?.takeDamages() ?? []) {
      const { fromSlot, toSlot, reason } = damage;
      this.#options.on.spillDamaged?.(damage);
      if (fromSlot === toSlot) this.#holes.account(fromSlot);
      this.#recordGap(
        fromSlot,
        toSlot,
        'missing',
        'open',
        `it was spilled to disk and is damaged there: ${reason}`,
      );
    }
  }

  /** In order, and tried until it is stored: a gap that nobody recorded would be silent. */
  #recordGap(
    fromSlot: number,
    toSlot: number,
    cause: Gap['cause'],
    state: Gap['state'],
    detail: string,
  ): void {
    this.#gapWrites = this.#gapWrites.then(() =>
      // Whatever the error: a gap holds nothing that a column could not take, and the next ones wait behind it.
      this.#retried(
        () => this.#options.writeGaps([{ fromSlot, toSlot, cause, state, detail }]),
        () => true,
      ),
    );
  }

  async #writeLoop(): Promise<void> {
    const { batchRows, batchBytes, batchEveryMs } = this.#limits;
    let notBefore = 0;
    for (;;) {
      const taken = await this.#queue.take({
        minRows: batchRows,
        notBefore,
        maxBytes: batchBytes,
      });
      notBefore = performance.now() + batchEveryMs;
      this.#recordSpillDamages();
      if (taken.length === 0) return;
      const blocks = taken.map(({ block }) => block);
      const startedAt = Date.now();
      const rows = await this.#writeBatch(blocks);
      const endedAt = Date.now();
      this.#options.on.written(blocks, {
        rows,
        writeMs: endedAt - startedAt,
        oldestMs: endedAt - Math.min(...taken.map(({ arrivedAt }) => arrivedAt)),
      });
      this.#queue.written();
    }
  }

  /**
   * Writes a batch, however long it takes; gives the rows written. A block that the writer itself cannot take (not the
   * database: that is tried again) must not hold up all that come after it: it becomes a gap.
   */
  async #writeBatch(blocks: readonly WritableBlock[]): Promise<number> {
    try {
      const { outcomes, rows } = await this.#retried(() => this.#options.writer.write(blocks));
      for (const [slot, outcome] of outcomes)
        if (outcome === 'conflict') this.#options.on.incomplete(slot, 'another writer stored another block');
      return rows;
    } catch (error) {
      const [first, ...others] = blocks;
      if (isTransient(error) || first === undefined) throw error;
      if (others.length === 0) {
        this.#recordIncomplete(first.slot, `it could not be written: ${(error as Error).message}`);
        return 0;
      }
      let rows = 0;
      for (const block of blocks) rows += await this.#writeBatch([block]);
      return rows;
    }
  }

  /** Tries again while the database is away; once told to stop, for no longer than the deadline. */
  async #retried<T>(write: () => Promise<T>, mayPass: (error: unknown) => boolean = isTransient): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await write();
      } catch (error) {
        this.#options.on.writeFailed(error as Error, tries);
        if (!mayPass(error) || this.#isPastStopDeadline()) throw error;
        const { retryMs } = this.#limits;
        await sleep(retryMs[Math.min(tries - 1, retryMs.length - 1)] ?? 1_000);
      }
    }
  }

  #isPastStopDeadline(): boolean {
    return this.#stoppedAt !== null && performance.now() - this.#stoppedAt > this.#limits.stopDeadlineMs;
  }

  /** Waits while the queue is full. False when it stayed so for too long. */
  async #waitForWriter(): Promise<boolean> {
    const deadline = performance.now() + this.#limits.maxPauseMs;
    while (this.#queue.isFull) {
      if (performance.now() > deadline || this.#stopping.signal.aborted) return false;
      await sleep(5);
    }
    return true;
  }

  async #queueHasRoom(): Promise<void> {
    while (!this.#queue.hasRoom && !this.#stopping.signal.aborted) await sleep(50);
  }
}

/** What a block's objects take in memory, roughly: more than its bytes. */
function estimateBytes({ transactions, entries }: Block): number {
  return transactions.length * 4_000 + entries.length * 200;
}
