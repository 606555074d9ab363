import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import { type ClickHouseClient, readUndetectedSlots } from '@tickscope/store';
import { WakeUp } from '../wake-up.js';
import { detectionRanges } from './detection-ranges.js';
import { redetect } from './redetect.js';

/** What an operator watches. All are called synchronously; none may throw. */
export interface RangeDetectionEvents {
  redetected(report: { fromSlot: number; toSlot: number | null; written: number; tookMs: number }): void;
  failed(error: Error): void;
}

/** The detection at the head, as the one over older slots sees it. */
export interface LiveHead {
  /** The newest slot that a detection which begins at a slot may read and write; `null`: any, nothing is live there. */
  limitFor(fromSlot: number): number | null;
  /** These slots are too near to the head: sandwiches from there on have to be found again. */
  handOver(slots: SlotRange): void;
  /** What says who is a known bot has changed in the tables. */
  botsChanged(): void;
  /** Whether blocks wait for it. */
  isBusy(): boolean;
}

/** Slots that come within this time of each other are detected together: a backfill stores them one by one. */
const SETTLE_MS = 1_000;
/** Slots that keep coming are not waited for longer than this. */
const MOST_SETTLE_MS = 5_000;
/** Slots detected in one go: between two, newly stored slots come before older work. */
const MAX_SLOTS_AT_ONCE = 256;
const SWEEP_EVERY_MS = 30_000;
const FIRST_SWEEP_MS = 2_000;
/** A sweep looks at what was stored or detected so lately; the first ones look at everything. */
const SWEEP_SECONDS = 600;
/** Of what is undetected so many slots are taken at once; then it is looked at again. */
const SWEEP_SLOTS = 20_000;
const LOOK_EVERY_MS = 1_000;
/** Slots stored less than this ago belong to whoever stored them. */
const SWEEP_AGE_SECONDS = 60;
const RETRY_MS = [100, 500, 2_000, 5_000];
/** While blocks wait at the head, it gets as much time as each step here took, but no more than this at once. */
const MAX_YIELD_MS = 1_000;

/**
 * Runs detection over stored slots behind the head: repaired and backfilled ones, those that another process stored and
 * did not get to, and those that are due again. Works beside live detection, in steps of some 25 slots, and leaves half
 * of the time to it while blocks wait there. Which slots are left is in the tables (`detected_slots`): nothing is lost
 * when the process dies.
 */
export class RangeDetection {
  readonly #client: ClickHouseClient;
  readonly #head: LiveHead;
  readonly #on: RangeDetectionEvents;
  /** Slots stored by this process: they come first. */
  readonly #fresh = new Set<number>();
  /** Slots that a sweep found. */
  readonly #found = new Set<number>();
  /** Whether a sweep has looked at everything that is stored. */
  #hasSweptAll = false;
  #isDetecting = false;
  readonly #stopping = new AbortController();
  readonly #wakeUp = new WakeUp();
  #addedAt = 0;
  #waitingSince: number | null = null;
  #sweepAt = performance.now() + FIRST_SWEEP_MS;

  constructor(client: ClickHouseClient, head: LiveHead, on: RangeDetectionEvents) {
    this.#client = client;
    this.#head = head;
    this.#on = on;
  }

  /** Slots whose stored blocks are new, others or gone. */
  add(slots: Iterable<number>): void {
    this.#addedAt = performance.now();
    this.#waitingSince ??= this.#addedAt;
    for (const slot of slots) this.#fresh.add(slot);
    this.#wakeUp.wake();
  }

  /** False while slots that this process stored wait, or are being detected. */
  get isIdle(): boolean {
    return this.#fresh.size === 0 && !this.#isDetecting;
  }

  /** Runs until `stop`. What is left then is found again at the next start. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    let failures = 0;
    while (!signal.aborted) {
      try {
        await this.#step();
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        this.#on.failed(error as Error);
        await this.#sleep(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!);
        failures += 1;
      }
    }
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

  /** How long to wait until the slots that are coming in are together. */
  #waitMs(): number {
    if (this.#fresh.size === 0) return Number.POSITIVE_INFINITY;
    const now = performance.now();
    const settled = this.#addedAt + SETTLE_MS - now;
    const most = (this.#waitingSince ?? now) + MOST_SETTLE_MS - now;
    return Math.min(settled, most);
  }

  /** Looks for slots that were stored, or became due, and that nobody detected. */
  async #sweep(): Promise<void> {
    this.#sweepAt = performance.now() + SWEEP_EVERY_MS;
    const slots = await readUndetectedSlots(this.#client, {
      ageSeconds: SWEEP_AGE_SECONDS,
      limit: SWEEP_SLOTS,
      ...(this.#hasSweptAll ? { recentSeconds: SWEEP_SECONDS } : {}),
    });
    for (const slot of slots) this.#found.add(slot);
    if (slots.length < SWEEP_SLOTS) this.#hasSweptAll = true;
    else this.#sweepAt = 0;
  }

  /** The oldest slots of a set and those near them. */
  async #detectSome(slots: Set<number>): Promise<void> {
    const [range] = detectionRanges(slots);
    if (range === undefined) return;
    const { fromSlot } = range;
    const toSlot = Math.min(range.toSlot, fromSlot + MAX_SLOTS_AT_ONCE - 1);
    // Slots that are stored again meanwhile come again.
    const taken = [...slots].filter((slot) => slot >= fromSlot && slot <= toSlot);
    for (const slot of taken) slots.delete(slot);
    const limit = this.#head.limitFor(fromSlot);
    this.#isDetecting = true;
    try {
      if (limit !== null && toSlot > limit) this.#head.handOver({ fromSlot, toSlot });
      else await this.#detect(fromSlot, toSlot, limit);
    } catch (error) {
      for (const slot of taken) slots.add(slot);
      throw error;
    } finally {
      this.#isDetecting = false;
    }
  }

  async #detect(fromSlot: number, toSlot: number, limit: number | null): Promise<void> {
    const startedAt = performance.now();
    const { written, lastSlot, unsettledFrom, changesBots } = await redetect(this.#client, {
      ...{ fromSlot, toSlot, signal: this.#stopping.signal },
      ...(limit === null ? {} : { untilSlot: limit }),
      pause: (tookMs) => this.#pause(tookMs),
    });
    if (unsettledFrom !== null) this.#head.handOver({ fromSlot, toSlot });
    else if (changesBots) this.#head.botsChanged();
    const tookMs = Math.round(performance.now() - startedAt);
    this.#on.redetected({ fromSlot, toSlot: lastSlot, written, tookMs });
  }

  async #pause(tookMs: number): Promise<void> {
    if (this.#head.isBusy()) await this.#sleep(Math.min(tookMs, MAX_YIELD_MS));
  }

  async #sleep(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }
}
