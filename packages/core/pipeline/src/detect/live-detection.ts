import type { TradesOfBlock } from '@tickscope/dex';
import type { Sandwich, SandwichChange, SandwichDetector } from '@tickscope/sandwich';
import {
  addMissingFeedRows,
  type BlockVersion,
  blockQuality,
  endless,
  markDetected,
  newestFullSlot,
  type ReadWrite,
  readUndetectedSlots,
  retry,
  type SandwichWrite,
  tipAccountsOf,
  tradesOfBlock,
  type WritableBlock,
  writeSandwiches,
} from '@tickscope/store';
import { WakeUp } from '../wake-up.js';
import type { EarlierSandwiches } from './earlier-sandwiches.js';
import { type LiveHead, RangeDetection } from './range-detection.js';
import { redetect } from './redetect.js';
import { RETAINED_SLOTS } from './resume-detector.js';
import { SeenBlocks, WINDOW_SLOTS } from './seen-blocks.js';
import { StandingPasses } from './standing-passes.js';

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface DetectionEvents {
  /** Blocks up to this slot were processed, and their final sandwiches stored. */
  taken(slot: number): void;
  /** Sandwiches of a block were found or stored, `lagMs` after the block was handed in. */
  detected(changes: { slot: number; found: readonly Sandwich[]; written: number; lagMs: number }): void;
  /** Stored sandwiches of some actors were judged again, because their records changed. */
  rejudged(report: { actors: number; changed: number; tookMs: number }): void;
  /** Detection ran again over slots that came late or were missed. */
  redetected(report: { fromSlot: number; toSlot: number | null; written: number; tookMs: number }): void;
  failed(error: Error): void;
}

interface PendingBlock {
  trades: TradesOfBlock;
  storedVersion: BlockVersion;
  parentSlot: number | null;
  arrivedAt: number;
}

/** How long a block is held back for its missing parent. */
const HOLD_MS = 1_000;
/** Slots this far behind the newest block are detected by `RangeDetection`, separately from the live ones. */
export const NEAR_SLOTS = 100;
/** In a backlog, at most this many blocks are processed before their sandwiches are stored. */
const MAX_TAKEN_AT_ONCE = 12;
/**
 * More blocks than this in one step are a backlog. In a backlog, a sandwich is stored when it is found and when it is
 * final or the backlog ends, not at each change between: storing is most of the cost of detection.
 */
const BACKLOG_BLOCKS = 4;
/**
 * After storing the sandwiches of a backlog step, the next step waits this long per block of that step, or until
 * `MAX_TAKEN_AT_ONCE` blocks wait. Looking up what is stored costs about the same for few sandwiches as for many.
 * Shorter than a slot, so that the waits shrink when blocks arrive at the chain's pace.
 */
const BACKLOG_WAIT_MS = 40;
/** Limit on blocks waiting in memory. Beyond it, all of them are read again from the tables. */
export const MAX_PENDING = 150;
const RETRY_MS = [100, 500, 2_000, 5_000];
const COMPARE_EVERY_MS = 5_000;
const TICK_MS = 50;

/**
 * Detects sandwiches in newly stored blocks, in slot order. States:
 *
 * - **dirty** (`#dirtyFrom` is set): the next step reads the trades from that slot on from the tables and builds a new
 * detector from them (`redetect`). It starts dirty if a previous run left undetected blocks near the head. It becomes
 * dirty when a block comes late, was removed or replaced, when too many blocks wait, or when a step failed.
 * - **live**: blocks wait in `#pending` until their parent was processed, or for a second; each step pushes some into
 * the detector and stores the results.
 * - **backlog**: live, with more than four blocks in a step. Of sandwiches that were found before, the changes are kept in
 * `#unstored` until they are final or the backlog is over.
 * - **stopping**: finishes the blocks already handed in. Ends when the blocks and sandwiches that it has read are still the
 * stored ones, and what it has detected again is stored as it would detect it now.
 *
 * Blocks more than `NEAR_SLOTS` behind the head (repairs, backfills) go to `RangeDetection`, which runs concurrently.
 * Nothing is lost when the process dies: `detected_slots` records the stored blocks that detection has run over.
 */
export class LiveDetection {
  readonly #store: ReadWrite;
  readonly #on: DetectionEvents;
  readonly #pending = new Map<number, PendingBlock>();
  /** Sandwiches that changed during a backlog and may change again, by id; stored as they were before. */
  readonly #unstored = new Map<string, Sandwich>();
  #detector: SandwichDetector | null = null;
  /** Earlier sandwiches that the detector was built on, and its first slot; null once it is far from them. */
  #builtOn: { earlier: EarlierSandwiches; fromSlot: number } | null = null;
  /** The newest processed block. */
  #lastSlot: number | null = null;
  /** From this slot on, blocks must be read again from the tables. Null if the detector is up to date. */
  #dirtyFrom: number | null = null;
  /** Processed blocks whose sandwiches are not all stored yet, in order. */
  #unmarked: BlockVersion[] = [];
  readonly #ranges: RangeDetection;
  readonly #standings: StandingPasses;
  #newestStored: number | null = null;
  #isStopping = false;
  /** When the next step is due by `performance.now()`; earlier if many blocks wait. */
  #nextStepAt = 0;
  /** Waits for a block, or until other work may be due. */
  readonly #wakeUp = new WakeUp();
  /**
   * The processed blocks, for comparison with the stored ones: another ingester may store, replace and repair blocks
   * too.
   */
  readonly #seen = new SeenBlocks();
  #comparedAt = Number.NEGATIVE_INFINITY;
  /**
   * From this slot on, sandwiches were detected again and changed. Another process may have read them before, stored later
   * ones by them, and ended: then only this one can put those right.
   */
  #unconfirmedFrom: number | null = null;
  #isConfirming = false;

  constructor(store: ReadWrite, on: DetectionEvents) {
    this.#store = store;
    this.#on = on;
    this.#standings = new StandingPasses(store, on);
    this.#ranges = new RangeDetection(store, this.#asHead(), on);
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
      tripsChanged: this.#standings.add,
      botsChanged: () => {
        if (this.#detector !== null) this.#markDirty(this.#lastSlot!);
      },
      isBusy: () => this.#pending.size > 0 || this.#dirtyFrom !== null,
    };
  }

  /** Adds newly stored blocks. Does not wait for their detection. */
  add(blocks: readonly WritableBlock[]): void {
    for (const block of blocks) {
      if (block.content === 'entries_only') continue;
      this.#newestStored = Math.max(this.#newestStored ?? 0, block.slot);
      const behind = this.#lastSlot === null ? 0 : this.#lastSlot - block.slot + 1;
      if (behind > NEAR_SLOTS) this.#ranges.add([block.slot]);
      else if (behind > 0 || this.#pending.size >= MAX_PENDING) this.#markDirty(block.slot);
      else
        this.#pending.set(block.slot, {
          trades: tradesOfBlock(block, tipAccountsOf(this.#store.read).now),
          storedVersion: {
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

  /** Runs detection again over slots whose stored block was removed or replaced. */
  changed(slots: readonly number[]): void {
    for (const slot of slots) {
      this.#pending.delete(slot);
      if (this.#lastSlot !== null && this.#lastSlot - slot >= NEAR_SLOTS) this.#ranges.add([slot]);
      else this.#markDirty(slot);
    }
  }

  /** Runs until `stop`, then until all blocks handed in are processed or the deadline has passed. */
  async run(stopDeadlineMs = 10_000): Promise<void> {
    await this.#retried(() => this.#takeUp());
    const ranges = this.#ranges.run();
    const standings = this.#standings.run();
    let stoppedAt: number | null = null;
    for (;;) {
      const isIdle = !(await this.#retried(() => this.#step()));
      if (this.#isStopping) {
        stoppedAt ??= performance.now();
        const isDone = (): boolean =>
          isIdle && this.#dirtyFrom === null && this.#pending.size === 0 && this.#ranges.isIdle;
        // Compares last, when all work is done: other processes may have stored more than was handed in here.
        if (isDone()) await this.#retried(() => this.#compare(true));
        if (isDone()) this.#confirm();
        if (isDone() || performance.now() - stoppedAt > stopDeadlineMs) break;
      }
      if (isIdle) await this.#wakeUp.wait(TICK_MS);
    }
    this.#ranges.stop();
    await ranges;
    this.#standings.stop();
    await standings;
  }

  stop(): void {
    this.#isStopping = true;
  }

  #markDirty(slot: number): void {
    this.#dirtyFrom = Math.min(this.#dirtyFrom ?? slot, slot);
  }

  /** Finds blocks near the head that a previous run or another process stored without detecting them. */
  async #takeUp(): Promise<void> {
    await addMissingFeedRows(this.#store.write);
    const newest = await newestFullSlot(this.#store.read);
    if (newest === null) return;
    this.#lastSlot ??= newest;
    const [fromSlot, toSlot] = [Math.max(0, newest - NEAR_SLOTS), newest + NEAR_SLOTS];
    const near = await readUndetectedSlots(this.#store.read, { fromSlot, toSlot });
    this.#newestStored = Math.max(this.#newestStored ?? 0, newest, near.at(-1) ?? 0);
    if (near.length > 0) this.#markDirty(near[0]!);
  }

  /** Does one piece of work. Returns false if there was none. */
  async #step(): Promise<boolean> {
    if (this.#dirtyFrom !== null) {
      // Starts at the lowest waiting block, because the new detector accepts only blocks above its own start.
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

  /** Removes and returns the blocks to process together, in order. */
  #takeLinked(): PendingBlock[] {
    const taken: PendingBlock[] = [];
    for (let next = this.#nextPending(); next !== null && taken.length < MAX_TAKEN_AT_ONCE; ) {
      taken.push(next);
      this.#pending.delete(next.trades.slot);
      this.#lastSlot = next.trades.slot;
      this.#seen.add(next.trades.slot, next.storedVersion.blockhash);
      next = this.#nextPending();
    }
    return taken;
  }

  /** Returns the oldest waiting block, if its parent was processed or it has waited long enough. */
  #nextPending(): PendingBlock | null {
    let oldest: PendingBlock | null = null;
    for (const block of this.#pending.values())
      if (oldest === null || block.trades.slot < oldest.trades.slot) oldest = block;
    if (oldest === null) return null;
    const isLinked = this.#lastSlot !== null && oldest.parentSlot === this.#lastSlot;
    const hasWaited = performance.now() - oldest.arrivedAt >= HOLD_MS || this.#isStopping;
    return isLinked || hasWaited ? oldest : null;
  }

  /** Processes blocks (none at the end of a backlog) and stores what is then due. */
  async #take(blocks: readonly PendingBlock[]): Promise<void> {
    const last = blocks.at(-1);
    try {
      const changes = blocks.flatMap(({ trades }) => this.#detector!.push(trades));
      const writes = this.#toWrite(changes, blocks.length > BACKLOG_BLOCKS);
      const written = await writeSandwiches(this.#store, writes, { tripsChanged: this.#standings.add });
      await this.#mark(blocks.map(({ storedVersion }) => storedVersion));
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
      // Pushing again would not report the changes again. Rebuilds the sandwiches from the tables, including unstored
      // ones.
      this.#markDirty(blocks[0]?.trades.slot ?? this.#lastSlot!);
      throw error;
    }
  }

  /** A block may find a sandwich and change it in the same step. Only the last state is written. */
  #toWrite(changes: readonly SandwichChange[], isBacklog: boolean): SandwichWrite[] {
    const writes = new Map<string, SandwichWrite>();
    for (const { kind, sandwich } of changes) {
      const { id, firstSlot } = sandwich;
      const isFoundNow = kind === 'found' || (kind === 'revised' && writes.has(id));
      this.#unstored.delete(id);
      writes.delete(id);
      if (kind === 'retracted') writes.set(id, { kind: 'retract', id, firstSlot });
      else if (kind === 'final') writes.set(id, { kind: 'store', sandwich, isFinal: true });
      else if (isFoundNow) writes.set(id, { kind: 'store', sandwich, isFinal: false });
      else this.#unstored.set(id, sandwich);
    }
    if (!isBacklog) {
      for (const [id, sandwich] of this.#unstored)
        writes.set(id, { kind: 'store', sandwich, isFinal: false });
      this.#unstored.clear();
    }
    return [...writes.values()];
  }

  /** Marks blocks as detected, except those at or after the start of a sandwich that is not stored yet. */
  async #mark(taken: readonly BlockVersion[]): Promise<void> {
    this.#unmarked.push(...taken);
    const firstUnstored = Math.min(...[...this.#unstored.values()].map(({ firstSlot }) => firstSlot));
    const done = this.#unmarked.filter(({ slot }) => slot < firstUnstored);
    await markDetected(this.#store.write, done);
    this.#unmarked = this.#unmarked.filter(({ slot }) => slot >= firstUnstored);
  }

  async #redetect(fromSlot: number): Promise<void> {
    const startedAt = performance.now();
    const isConfirming = this.#isConfirming;
    this.#isConfirming = false;
    this.#dirtyFrom = null;
    this.#detector = null;
    // The waiting blocks are stored and will be read from the tables, and the unstored sandwiches will be detected
    // again.
    this.#pending.clear();
    this.#unstored.clear();
    const unmarked = this.#unmarked.splice(0);
    // Includes processed blocks that are not marked yet, so that their unstored sandwiches are found again.
    if (unmarked.length > 0) fromSlot = Math.min(fromSlot, unmarked[0]!.slot);
    try {
      const headSlot = Math.max(this.#newestStored ?? 0, fromSlot - 1);
      // Read before the trades, so that a later change shows up as a difference.
      const seen = await this.#seen.read(this.#store.read, fromSlot, headSlot);
      const { detector, earlier, lastSlot, written } = await redetect(this.#store, {
        fromSlot,
        toSlot: headSlot,
        headSlot,
        tripsChanged: this.#standings.add,
      });
      this.#detector = detector;
      this.#builtOn = { earlier, fromSlot };
      const unconfirmedFrom = this.#unconfirmedFrom ?? Number.POSITIVE_INFINITY;
      if (written > 0) this.#unconfirmedFrom = Math.min(unconfirmedFrom, fromSlot);
      else if (fromSlot <= unconfirmedFrom) this.#unconfirmedFrom = null;
      this.#lastSlot = Math.max(lastSlot ?? 0, fromSlot - 1);
      this.#seen.replaceFrom(seen);
      this.#on.taken(this.#lastSlot);
      for (const slot of this.#pending.keys()) {
        if (slot > this.#lastSlot) continue;
        this.#pending.delete(slot);
        // It was stored after reading began, so it may not have been read.
        this.#markDirty(slot);
      }
      this.#on.redetected({
        fromSlot,
        toSlot: lastSlot,
        written,
        tookMs: Math.round(performance.now() - startedAt),
      });
    } catch (error) {
      // A stop does not wait for a store that is away: these slots are detected.
      if (isConfirming) this.#unconfirmedFrom = null;
      else this.#markDirty(fromSlot);
      throw error;
    }
  }

  /**
   * Marks blocks dirty whose stored version differs from the processed one, or whose detector was built on sandwiches
   * that have changed, whichever process stored them.
   */
  async #compare(isLast: boolean): Promise<void> {
    if (this.#lastSlot === null || this.#detector === null) return;
    if (!isLast && performance.now() - this.#comparedAt < COMPARE_EVERY_MS) return;
    this.#comparedAt = performance.now();
    const from = await this.#seen.firstDifference(this.#store.read, this.#lastSlot);
    if (from !== null) this.#markDirty(from);
    const builtOn = this.#builtOn;
    if (builtOn === null) return;
    if (builtOn.earlier.areFarFrom(this.#lastSlot)) this.#builtOn = null;
    else if (await builtOn.earlier.haveChanged(this.#store.read)) this.#markDirty(builtOn.fromSlot);
  }

  /** Detects once more what was changed, until nothing differs from what is stored. */
  #confirm(): void {
    const [fromSlot, lastSlot] = [this.#unconfirmedFrom, this.#lastSlot];
    if (fromSlot === null || lastSlot === null || lastSlot - fromSlot > WINDOW_SLOTS) return;
    this.#isConfirming = true;
    this.#markDirty(fromSlot);
  }

  /** Returns undefined where a stop ends the retries. */
  #retried<T>(work: () => Promise<T>): Promise<T | undefined> {
    const isTransient = (error: unknown) => {
      this.#on.failed(error as Error);
      return !this.#isStopping;
    };
    return retry(work, { waitsMs: endless(RETRY_MS), isTransient }).catch(() => undefined);
  }
}
