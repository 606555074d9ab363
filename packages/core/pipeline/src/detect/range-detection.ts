import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import { type ChangedTrip, endless, type ReadWrite, readUndetectedSlots, retry } from '@tickscope/store';
import { WakeUp } from '../wake-up.js';
import { detectionRanges } from './detection-ranges.js';
import { redetect } from './redetect.js';

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface RangeDetectionEvents {
  redetected(report: { fromSlot: number; toSlot: number | null; written: number; tookMs: number }): void;
  failed(error: Error): void;
}

/** The live detection, as seen by the detection of older slots. */
export interface LiveHead {
  /**
   * The highest slot that a range detection starting at `fromSlot` may read and write. Null if nothing live is near: no
   * limit.
   */
  limitFor(fromSlot: number): number | null;
  /** Hands over slots that are too near to the head: live detection must detect from there on again. */
  handOver(slots: SlotRange): void;
  /** Trips of actors were stored, changed or taken away. */
  tripsChanged(trips: readonly ChangedTrip[]): void;
  /** The stored evidence for known bots has changed. */
  botsChanged(): void;
  /** Whether live blocks are waiting. */
  isBusy(): boolean;
}

/**
 * Slots that arrive within this time of each other are detected together, because a backfill stores them one by one.
 */
const SETTLE_MS = 1_000;
/** Upper limit for that wait while slots keep arriving. */
const MOST_SETTLE_MS = 5_000;
/** Slots detected in one go. In between, newly stored slots take precedence over older work. */
const MAX_SLOTS_AT_ONCE = 256;
const SWEEP_EVERY_MS = 30_000;
const FIRST_SWEEP_MS = 2_000;
/** A sweep looks at slots stored or detected this recently. The first sweeps look at everything. */
const SWEEP_SECONDS = 600;
/** Undetected slots taken per sweep. */
const SWEEP_SLOTS = 20_000;
const LOOK_EVERY_MS = 1_000;
/** Slots stored more recently than this are left to the process that stored them. */
const SWEEP_AGE_SECONDS = 60;
const RETRY_MS = [100, 500, 2_000, 5_000];
/** While live blocks wait, live detection gets as much time as each step here took, up to this limit. */
const MAX_YIELD_MS = 1_000;

/**
 * Runs detection over stored slots behind the head: repaired and backfilled ones, those that another process stored
 * without detecting them, and those that are due again.
 *
 * Runs beside live detection in steps of some 25 slots, and yields half of the time while live blocks wait. The tables
 * (`detected_slots`) record which slots are left, so nothing is lost when the process dies.
 */
export class RangeDetection {
  readonly #store: ReadWrite;
  readonly #head: LiveHead;
  readonly #on: RangeDetectionEvents;
  /** Slots stored by this process. They have priority. */
  readonly #fresh = new Set<number>();
  /** Slots found by a sweep. */
  readonly #found = new Set<number>();
  /** Whether a sweep has covered everything that is stored. */
  #hasSweptAll = false;
  #isDetecting = false;
  readonly #stopping = new AbortController();
  readonly #wakeUp = new WakeUp();
  #addedAt = 0;
  #waitingSince: number | null = null;
  #sweepAt = performance.now() + FIRST_SWEEP_MS;

  constructor(store: ReadWrite, head: LiveHead, on: RangeDetectionEvents) {
    this.#store = store;
    this.#head = head;
    this.#on = on;
  }

  /** Adds slots whose stored blocks are new, replaced or removed. */
  add(slots: Iterable<number>): void {
    this.#addedAt = performance.now();
    this.#waitingSince ??= this.#addedAt;
    for (const slot of slots) this.#fresh.add(slot);
    this.#wakeUp.wake();
  }

  /** False while slots that this process stored are waiting or being detected. */
  get isIdle(): boolean {
    return this.#fresh.size === 0 && !this.#isDetecting;
  }

  /** Runs until `stop`. Slots left over are found again at the next start. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    const policy = { signal, onFailure: (error: Error) => this.#on.failed(error) };
    while (!signal.aborted)
      // Only a stop ends the retries.
      await retry(() => this.#step(), { ...policy, waitsMs: endless(RETRY_MS) }).catch(() => {});
  }

  stop(): void {
    this.#stopping.abort();
    this.#wakeUp.wake();
  }

  async #step(): Promise<void> {
    const waitMs = this.#waitMs();
    if (this.#fresh.size > 0 && waitMs <= 0) {
      await this.#detectSome(this.#fresh);
      this.#waitingSince = this.#fresh.size === 0 ? null : performance.now();
    } else if (this.#found.size > 0) await this.#detectSome(this.#found);
    else if (performance.now() >= this.#sweepAt) await this.#sweep();
    else await this.#wakeUp.wait(Math.min(Math.max(waitMs, 0), LOOK_EVERY_MS));
  }

  /** Time to wait for further slots before detecting the fresh ones together. */
  #waitMs(): number {
    if (this.#fresh.size === 0) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    const settled = this.#addedAt + SETTLE_MS - now;
    const most = (this.#waitingSince ?? now) + MOST_SETTLE_MS - now;
    return Math.min(settled, most);
  }

  /** Finds slots that were stored, or became due, and that no process has detected. */
  async #sweep(): Promise<void> {
    this.#sweepAt = performance.now() + SWEEP_EVERY_MS;
    const slots = await readUndetectedSlots(this.#store.read, {
      ageSeconds: SWEEP_AGE_SECONDS,
      limit: SWEEP_SLOTS,
      ...(this.#hasSweptAll ? { recentSeconds: SWEEP_SECONDS } : {}),
    });
    for (const slot of slots) this.#found.add(slot);
    if (slots.length < SWEEP_SLOTS) this.#hasSweptAll = true;
    else this.#sweepAt = 0;
  }

  /** Detects the oldest slots of a set together with those near them. */
  async #detectSome(slots: Set<number>): Promise<void> {
    const [range] = detectionRanges(slots);
    if (range === undefined) return;
    const { fromSlot } = range;
    const toSlot = Math.min(range.toSlot, fromSlot + MAX_SLOTS_AT_ONCE - 1);
    // Removed before detection starts: slots that are stored again meanwhile are added again.
    const taken = [...slots].filter((slot) => slot >= fromSlot && slot <= toSlot);
    for (const slot of taken) slots.delete(slot);
    const limit = this.#head.limitFor(fromSlot);
    this.#isDetecting = true;
    try {
      if (limit !== null && toSlot > limit) this.#head.handOver({ fromSlot, toSlot });
      else if (await this.#detect(fromSlot, toSlot, limit)) for (const slot of taken) slots.add(slot);
    } catch (error) {
      for (const slot of taken) slots.add(slot);
      throw error;
    } finally {
      this.#isDetecting = false;
    }
  }

  /** Returns true if it must be repeated, because another process changed what the result depends on. */
  async #detect(fromSlot: number, toSlot: number, limit: number | null): Promise<boolean> {
    const startedAt = performance.now();
    const { written, lastSlot, unsettledFrom, changesBots, earlier } = await redetect(this.#store, {
      ...{ fromSlot, toSlot, signal: this.#stopping.signal },
      ...(limit === null ? {} : { untilSlot: limit }),
      pause: (tookMs) => this.#pause(tookMs),
      tripsChanged: (trips) => this.#head.tripsChanged(trips),
    });
    if (unsettledFrom !== null) this.#head.handOver({ fromSlot, toSlot });
    else if (changesBots) this.#head.botsChanged();
    const tookMs = Math.round(performance.now() - startedAt);
    this.#on.redetected({ fromSlot, toSlot: lastSlot, written, tookMs });
    return earlier.haveChanged(this.#store.read);
  }

  async #pause(tookMs: number): Promise<void> {
    const { signal } = this.#stopping;
    if (this.#head.isBusy())
      await sleep(Math.min(tookMs, MAX_YIELD_MS), undefined, { signal }).catch(() => {});
  }
}
