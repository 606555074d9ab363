import { setTimeout as sleep } from 'node:timers/promises';
import type { TradesOfBlock } from '@tickscope/dex';
import type { Sandwich, SandwichChange, SandwichDetector } from '@tickscope/sandwich';
import {
  blockQuality,
  type ClickHouseClient,
  type DetectionCopy,
  markDetected,
  mendFeed,
  newestFullSlot,
  readUndetectedSlots,
  type SandwichWrite,
  tradesOfBlock,
  type WritableBlock,
  writeSandwiches,
} from '@tickscope/store';
import { WakeUp } from '../wake-up.js';
import { type LiveHead, RangeDetection } from './range-detection.js';
import { redetect } from './redetect.js';
import { RETAINED_SLOTS } from './resume-detector.js';
import { SeenBlocks } from './seen-blocks.js';

/** What an operator watches. All are called synchronously; none may throw. */
export interface DetectionEvents {
  /** Blocks are taken, and sandwiches that are final stored, up to this slot. */
  taken(slot: number): void;
  /** Sandwiches of a block were found or stored; `lagMs` since the block was handed in. */
  detected(changes: { slot: number; found: readonly Sandwich[]; written: number; lagMs: number }): void;
  /** Slots came late or were missed: their sandwiches were made again. */
  redetected(report: { fromSlot: number; toSlot: number | null; written: number; tookMs: number }): void;
  failed(error: Error): void;
}

interface PendingBlock {
  trades: TradesOfBlock;
  copy: DetectionCopy;
  parentSlot: number | null;
  arrivedAt: number;
}

/** A block whose parent has not come is held back this long, for the parent. */
const HOLD_MS = 1_000;
/** Slots further behind the newest block than this are detected beside the live ones, not with them. */
export const NEAR_SLOTS = 100;
/** Blocks taken before their sandwiches are stored, when there is a backlog. */
const MAX_TAKEN_AT_ONCE = 12;
/**
 * More blocks than this at once are a backlog: then a sandwich is stored when it is final, or when the backlog is over,
 * and so once. Most of the cost of detection is storing.
 */
const BACKLOG_BLOCKS = 4;
/**
 * After a backlog's sandwiches were stored, the next step waits so long for each block that they were of, or until
 * `MAX_TAKEN_AT_ONCE` wait: to find out what is stored costs about the same for few sandwiches as for many. Less than the
 * time of a slot, so that waits become shorter when blocks come as the chain makes them.
 */
const BACKLOG_WAIT_MS = 150;
/** Blocks that wait in memory; beyond it they are read from the tables again, all of them. */
export const MAX_PENDING = 150;
const RETRY_MS = [100, 500, 2_000, 5_000];
const COMPARE_EVERY_MS = 2_000;
const TICK_MS = 50;

/**
 * Finds sandwiches in the blocks that were just stored, in slot order. States:
 *
 * - **dirty** (`#dirtyFrom` is set): the next step reads the trades from that slot on from the tables and builds a new
 *   detector from them (`redetect`). It starts dirty where a previous run left undetected blocks near the head, and
 *   becomes dirty when a block comes late, was removed or replaced, when too many blocks wait, or when a step failed.
 * - **live**: blocks wait in `#pending` until their parent was taken, or for a second; each step pushes some into the
 *   detector and stores what was found.
 * - **backlog**: live, with more than four blocks in a step. Only final sandwiches are stored; the others are kept in
 *   `#unstored` until the backlog is over.
 * - **stopping**: what was handed in is finished, then what is stored is compared with what was taken once more.
 *
 * Blocks more than `NEAR_SLOTS` behind the head (repairs, backfills) go to `RangeDetection`, which runs beside it.
 * Nothing is lost when the process dies: `detected_slots` records which stored blocks detection has run over.
 */
export class LiveDetection {
  readonly #client: ClickHouseClient;
  readonly #on: DetectionEvents;
  readonly #pending = new Map<number, PendingBlock>();
  /** Sandwiches found in a backlog that may still change, by id: not stored yet. */
  readonly #unstored = new Map<string, Sandwich>();
  #detector: SandwichDetector | null = null;
  /** The newest block taken. */
  #lastSlot: number | null = null;
  /** From this slot on, blocks must be read again from the tables; `null`: the detector is up to date. */
  #dirtyFrom: number | null = null;
  /** Blocks taken whose sandwiches are not all stored yet, in order. */
  #unmarked: DetectionCopy[] = [];
  readonly #ranges: RangeDetection;
  #newestStored: number | null = null;
  #isStopping = false;
  /** When the next step is, unless much waits; by `performance.now()`. */
  #nextStepAt = 0;
  /** Until a block comes, or something else may be due. */
  readonly #wakeUp = new WakeUp();
  /** What was taken, to be compared with what is stored: another ingester may store, replace and repair too. */
  readonly #seen = new SeenBlocks();
  #comparedAt = Number.NEGATIVE_INFINITY;

  constructor(client: ClickHouseClient, on: DetectionEvents) {
    this.#client = client;
    this.#on = on;
    this.#ranges = new RangeDetection(client, this.#asHead(), on);
  }

  #asHead(): LiveHead {
    return {
      limitFor: (fromSlot) =>
        this.#lastSlot === null || fromSlot > this.#lastSlot + NEAR_SLOTS
          ? null
          : this.#lastSlot - RETAINED_SLOTS,
      handOver: ({ fromSlot, toSlot }) => {
        this.#newestStored = Math.max(this.#newestStored ?? 0, toSlot);
        this.#markDirty(fromSlot);
      },
      botsChanged: () => {
        if (this.#detector !== null) this.#markDirty(this.#lastSlot!);
      },
      isBusy: () => this.#pending.size > 0 || this.#dirtyFrom !== null,
    };
  }

  /** Takes blocks that are stored now. Does not wait. */
  add(blocks: readonly WritableBlock[]): void {
    for (const block of blocks) {
      if (block.content === 'entries_only') continue;
      this.#newestStored = Math.max(this.#newestStored ?? 0, block.slot);
      const behind = this.#lastSlot === null ? 0 : this.#lastSlot - block.slot + 1;
      if (behind > NEAR_SLOTS) this.#ranges.add([block.slot]);
      else if (behind > 0 || this.#pending.size >= MAX_PENDING) this.#markDirty(block.slot);
      else
        this.#pending.set(block.slot, {
          trades: tradesOfBlock(block),
          copy: {
            slot: block.slot,
            blockhash: Buffer.from(block.blockhash).toString('hex'),
            version: blockQuality(block),
            isStored: true,
          },
          parentSlot: block.parentSlot,
          arrivedAt: performance.now(),
        });
    }
    this.#wakeUp.wake();
  }

  /** Slots whose stored block was removed or replaced: detection runs over them again. */
  changed(slots: readonly number[]): void {
    for (const slot of slots) {
      this.#pending.delete(slot);
      if (this.#lastSlot !== null && this.#lastSlot - slot >= NEAR_SLOTS) this.#ranges.add([slot]);
      else this.#markDirty(slot);
    }
  }

  /** Runs until `stop`, then until all that was handed in is done, or its deadline. */
  async run(stopDeadlineMs = 10_000): Promise<void> {
    await this.#retried(() => this.#takeUp());
    const ranges = this.#ranges.run();
    let stoppedAt: number | null = null;
    let isCompared = false;
    for (;;) {
      const isIdle = !(await this.#retried(() => this.#step()));
      if (this.#isStopping) {
        stoppedAt ??= performance.now();
        // Once all that was handed in is done: it may be of less than what others stored meanwhile.
        if (isIdle && !isCompared) {
          isCompared = true;
          await this.#retried(() => this.#compare(true));
        }
        if (
          (isIdle && this.#dirtyFrom === null && this.#pending.size === 0 && this.#ranges.isIdle) ||
          performance.now() - stoppedAt > stopDeadlineMs
        )
          break;
      }
      if (isIdle) await this.#wakeUp.wait(TICK_MS);
    }
    this.#ranges.stop();
    await ranges;
  }

  stop(): void {
    this.#isStopping = true;
  }

  #markDirty(slot: number): void {
    this.#dirtyFrom = Math.min(this.#dirtyFrom ?? slot, slot);
  }

  /** Finds the blocks near the head that a previous run, or another process, stored and did not detect. */
  async #takeUp(): Promise<void> {
    await mendFeed(this.#client);
    const newest = await newestFullSlot(this.#client);
    if (newest === null) return;
    this.#lastSlot ??= newest;
    const [fromSlot, toSlot] = [Math.max(0, newest - NEAR_SLOTS), newest + NEAR_SLOTS];
    const near = await readUndetectedSlots(this.#client, { fromSlot, toSlot });
    this.#newestStored = Math.max(this.#newestStored ?? 0, newest, near.at(-1) ?? 0);
    if (near.length > 0) this.#markDirty(near[0]!);
  }

  /** Does one piece of work; false when there was none to do. */
  async #step(): Promise<boolean> {
    if (this.#dirtyFrom !== null) {
      // From the lowest waiting block on: the new detector only takes blocks above its own start.
      await this.#redetect(Math.min(this.#dirtyFrom, ...this.#pending.keys()));
      return true;
    }
    if (this.#detector === null && this.#pending.size > 0) {
      this.#markDirty(Math.min(...this.#pending.keys()));
      return true;
    }
    const isDue = this.#isStepDue();
    const taken = isDue ? this.#takeLinked() : [];
    const isWork = taken.length > 0 || (isDue && this.#unstored.size > 0);
    if (isWork) {
      await this.#take(taken);
      if (taken.length > BACKLOG_BLOCKS)
        this.#nextStepAt = performance.now() + taken.length * BACKLOG_WAIT_MS;
    } else await this.#compare(false);
    return isWork;
  }

  #isStepDue(): boolean {
    return (
      this.#isStopping || this.#pending.size >= MAX_TAKEN_AT_ONCE || performance.now() >= this.#nextStepAt
    );
  }

  /** Blocks to be taken together, in order. */
  #takeLinked(): PendingBlock[] {
    const taken: PendingBlock[] = [];
    for (let next = this.#nextPending(); next !== null && taken.length < MAX_TAKEN_AT_ONCE; ) {
      taken.push(next);
      this.#pending.delete(next.trades.slot);
      this.#lastSlot = next.trades.slot;
      this.#seen.add(next.trades.slot, next.copy.blockhash);
      next = this.#nextPending();
    }
    return taken;
  }

  /** The oldest block that waits, if its parent was taken or it has waited long enough. */
  #nextPending(): PendingBlock | null {
    let oldest: PendingBlock | null = null;
    for (const block of this.#pending.values())
      if (oldest === null || block.trades.slot < oldest.trades.slot) oldest = block;
    if (oldest === null) return null;
    const isLinked = this.#lastSlot !== null && oldest.parentSlot === this.#lastSlot;
    const hasWaited = performance.now() - oldest.arrivedAt >= HOLD_MS || this.#isStopping;
    return isLinked || hasWaited ? oldest : null;
  }

  /** Takes blocks, none at the end of a backlog, and stores what is to be stored then. */
  async #take(blocks: readonly PendingBlock[]): Promise<void> {
    const last = blocks.at(-1);
    try {
      const changes = blocks.flatMap(({ trades }) => this.#detector!.push(trades));
      const writes = this.#toWrite(changes, blocks.length > BACKLOG_BLOCKS);
      const written = await writeSandwiches(this.#client, writes);
      await this.#mark(blocks.map(({ copy }) => copy));
      if (last === undefined) return;
      this.#on.taken(last.trades.slot);
      const found = changes.flatMap(({ kind, sandwich }) => (kind === 'found' ? [sandwich] : []));
      if (written === 0 && found.length === 0) return;
      this.#on.detected({
        slot: last.trades.slot,
        found,
        written,
        lagMs: performance.now() - last.arrivedAt,
      });
    } catch (error) {
      // Pushing again would not report it again: the sandwiches are made from the tables instead, those that are not stored too.
      this.#markDirty(blocks[0]?.trades.slot ?? this.#lastSlot!);
      throw error;
    }
  }

  /** A block may find a sandwich and change it at once: what it is in the end counts. */
  #toWrite(changes: readonly SandwichChange[], isBacklog: boolean): SandwichWrite[] {
    const writes = new Map<string, SandwichWrite>();
    for (const { kind, sandwich } of changes) {
      const { id, firstSlot } = sandwich;
      this.#unstored.delete(id);
      writes.delete(id);
      if (kind === 'retracted') writes.set(id, { kind: 'retract', id, firstSlot });
      else if (kind === 'final') writes.set(id, { kind: 'store', sandwich, isFinal: true });
      else this.#unstored.set(id, sandwich);
    }
    if (!isBacklog) {
      for (const [id, sandwich] of this.#unstored)
        writes.set(id, { kind: 'store', sandwich, isFinal: false });
      this.#unstored.clear();
    }
    return [...writes.values()];
  }

  /** Records blocks as detected: those behind which no sandwich begins that is not stored yet. */
  async #mark(taken: readonly DetectionCopy[]): Promise<void> {
    this.#unmarked.push(...taken);
    const firstUnstored = Math.min(...[...this.#unstored.values()].map(({ firstSlot }) => firstSlot));
    const done = this.#unmarked.filter(({ slot }) => slot < firstUnstored);
    await markDetected(this.#client, done);
    this.#unmarked = this.#unmarked.filter(({ slot }) => slot >= firstUnstored);
  }

  async #redetect(fromSlot: number): Promise<void> {
    const startedAt = performance.now();
    this.#dirtyFrom = null;
    this.#detector = null;
    // They are stored, and read from the tables; what was not final before them is made again with them.
    this.#pending.clear();
    this.#unstored.clear();
    const unmarked = this.#unmarked.splice(0);
    // Blocks taken before that are not marked yet: what was not stored of them is found again too.
    if (unmarked.length > 0) fromSlot = Math.min(fromSlot, unmarked[0]!.slot);
    try {
      const headSlot = Math.max(this.#newestStored ?? 0, fromSlot - 1);
      // Before the trades are read: what changes meanwhile is then seen to differ.
      const seen = await this.#seen.read(this.#client, fromSlot, headSlot);
      const { detector, lastSlot, written } = await redetect(this.#client, {
        fromSlot,
        toSlot: headSlot,
        headSlot,
      });
      this.#detector = detector;
      this.#lastSlot = Math.max(lastSlot ?? 0, fromSlot - 1);
      this.#seen.replaceFrom(seen);
      this.#on.taken(this.#lastSlot);
      for (const slot of this.#pending.keys()) {
        if (slot > this.#lastSlot) continue;
        this.#pending.delete(slot);
        // Stored after the reading began, it may not have been read.
        this.#markDirty(slot);
      }
      this.#on.redetected({
        fromSlot,
        toSlot: lastSlot,
        written,
        tookMs: Math.round(performance.now() - startedAt),
      });
    } catch (error) {
      this.#markDirty(fromSlot);
      throw error;
    }
  }

  /** Whatever is stored otherwise than it was taken, by whomever, is taken again. */
  async #compare(isLast: boolean): Promise<void> {
    if (this.#lastSlot === null || this.#detector === null) return;
    if (!isLast && performance.now() - this.#comparedAt < COMPARE_EVERY_MS) return;
    this.#comparedAt = performance.now();
    const from = await this.#seen.firstDifference(this.#client, this.#lastSlot);
    if (from !== null) this.#markDirty(from);
  }

  async #retried<T>(work: () => Promise<T>): Promise<T | undefined> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        this.#on.failed(error as Error);
        if (this.#isStopping) return undefined;
        await sleep(RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
      }
    }
  }
}
