import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { RECORD_HOURS } from '@tickscope/sandwich';
import {
  actorsOf,
  type ChangedActor,
  type ChangedTrip,
  endless,
  mergeActors,
  type ReadWrite,
  recentActors,
  rejudgeActors,
  retry,
} from '@tickscope/store';
import { WakeUp } from '../wake-up.js';

/** Events for monitoring. Called synchronously; handlers must not throw. */
export interface StandingEvents {
  /** Stored sandwiches of some actors were judged again. */
  rejudged(report: { actors: number; changed: number; tookMs: number }): void;
  failed(error: Error): void;
}

/** A sandwich that is written while a trip is stored has its row by then. */
const SETTLE_MS = 1_000;
/** Between passes of one actor: a bot has thousands of sandwiches a day, which each pass reads. */
const LEAST_BETWEEN_MS = 30_000;
/** The others wait: what a sweep finds must not keep those waiting whose trips come in. */
const ACTORS_AT_ONCE = 200;
/** With the pass that may have to wait for the one before, within the minute that the API document promises. */
const SWEEP_EVERY_MS = 30_000;
/** A sweep begins this long before the last one began: the row of a sandwich may become visible so much later than its trip. */
const SWEEP_MARGIN_SECONDS = 600;
/** Where a sweep of this process begins that is the first: another process may have been killed long before it. */
const FIRST_SWEEP_SECONDS = RECORD_HOURS * 3_600;
/** Until a write is given up: later than this after the last trip, no row is written that does not know of it. */
const LATEST_ROW_MS = 120_000;
/** A stop does not wait longer for a store that is away. */
const LONGEST_STOP_MS = 5_000;
const RETRY_MS = [100, 500, 2_000, 5_000];

interface WaitingActor extends ChangedActor {
  /** By `performance.now()`. */
  dueAt: number;
  /** No trip of it was stored here: a sweep found it. */
  isSwept: boolean;
}

/**
 * Judges the stored sandwiches of an actor again after its trips changed (rule 11): the process that writes a trip runs the
 * pass. A sweep finds what a process that was killed has left, and rows that were written while a pass ran: at the start over
 * the trips of the last day of writing, then over those since the last sweep.
 *
 * Leaves provisional sandwiches alone: detection writes them within 20 slots, by the records as they are then.
 */
export class StandingPasses {
  readonly #store: ReadWrite;
  readonly #on: StandingEvents;
  readonly #waiting = new Map<string, WaitingActor>();
  /** When the pass of each actor began that was the last, by `performance.now()`. */
  readonly #judgedAt = new Map<string, number>();
  /** The same of passes for a trip that was stored here: those of sweeps, which find little, hold none of these up. */
  readonly #followedAt = new Map<string, number>();
  readonly #stopping = new AbortController();
  readonly #wakeUp = new WakeUp();
  /** When the last sweep began; null before the first. */
  #sweptAt: number | null = null;

  constructor(store: ReadWrite, on: StandingEvents) {
    this.#store = store;
    this.#on = on;
  }

  /** Call it after trips were stored. */
  readonly add = (trips: readonly ChangedTrip[]): void => this.#add(actorsOf(trips), false);

  /** Runs until `stop`, then judges what waits, once. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    const done = this.#work(signal);
    if (!signal.aborted) await once(signal, 'abort');
    // A write that the store does not answer cannot be called off.
    await Promise.race([done, sleep(LONGEST_STOP_MS, undefined, { ref: false })]);
  }

  stop(): void {
    this.#stopping.abort();
    this.#wakeUp.wake();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const policy = { signal, onFailure: (error: Error) => this.#on.failed(error) };
    while (!signal.aborted)
      // Only a stop ends the retries.
      await retry(() => this.#step(signal), { ...policy, waitsMs: endless(RETRY_MS) }).catch(() => {});
    const deadline = AbortSignal.timeout(LONGEST_STOP_MS);
    // The next sweep of any process finds what fails here, or takes longer.
    await this.#judge(this.#due(Number.POSITIVE_INFINITY), deadline).catch((error: Error) =>
      this.#on.failed(error),
    );
  }

  #add(actors: readonly ChangedActor[], isSwept: boolean): void {
    const now = performance.now();
    const passes = isSwept ? this.#judgedAt : this.#followedAt;
    for (const actor of actors) {
      const lastAt = passes.get(actor.address) ?? Number.NEGATIVE_INFINITY;
      this.#wait({ ...actor, isSwept, dueAt: Math.max(now + SETTLE_MS, lastAt + LEAST_BETWEEN_MS) });
    }
    this.#wakeUp.wake();
  }

  #wait(actor: WaitingActor): void {
    const known = this.#waiting.get(actor.address);
    this.#waiting.set(actor.address, {
      ...mergeActors(known, actor),
      dueAt: Math.min(known?.dueAt ?? actor.dueAt, actor.dueAt),
      isSwept: actor.isSwept && known?.isSwept !== false,
    });
  }

  async #step(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    if (now >= this.#nextSweepAt()) await this.#sweep(now);
    const due = this.#due(now).slice(0, ACTORS_AT_ONCE);
    if (due.length > 0) await this.#judge(due, signal);
    else await this.#wakeUp.wait(Math.max(0, Math.min(this.#nextSweepAt(), this.#nextDueAt()) - now));
  }

  async #sweep(now: number): Promise<void> {
    const seconds =
      this.#sweptAt === null
        ? FIRST_SWEEP_SECONDS
        : SWEEP_MARGIN_SECONDS + Math.ceil((now - this.#sweptAt) / 1_000);
    const recent = await recentActors(this.#store.read, seconds);
    const unjudged = recent.filter(
      ({ address, ageSeconds }) => !this.#isJudgedSince(address, now - ageSeconds * 1_000),
    );
    this.#add(unjudged, true);
    this.#sweptAt = now;
    for (const passes of [this.#judgedAt, this.#followedAt])
      for (const [address, at] of passes) if (now - at > SWEEP_MARGIN_SECONDS * 1_000) passes.delete(address);
  }

  /** Whether a pass began when all rows were stored that were written by the record before a trip. */
  #isJudgedSince(address: string, tripAt: number): boolean {
    const judgedAt = this.#judgedAt.get(address);
    return judgedAt !== undefined && judgedAt - tripAt > LATEST_ROW_MS;
  }

  #nextSweepAt(): number {
    return this.#sweptAt === null ? 0 : this.#sweptAt + SWEEP_EVERY_MS;
  }

  /** Those first whose trips were stored here. */
  #due(now: number): WaitingActor[] {
    const due = [...this.#waiting.values()].filter(({ dueAt }) => dueAt <= now);
    return [...due.filter(({ isSwept }) => !isSwept), ...due.filter(({ isSwept }) => isSwept)];
  }

  #nextDueAt(): number {
    return Math.min(...[...this.#waiting.values()].map(({ dueAt }) => dueAt));
  }

  async #judge(actors: readonly WaitingActor[], signal: AbortSignal): Promise<void> {
    if (actors.length === 0) return;
    const startedAt = performance.now();
    // Before the records are read: a trip that comes meanwhile waits for the next pass.
    for (const { address } of actors) this.#waiting.delete(address);
    try {
      const { changed, judged } = await rejudgeActors(this.#store, actors, {
        withProvisional: false,
        signal,
      });
      const tookMs = Math.round(performance.now() - startedAt);
      const isSwept = new Map(actors.map((actor) => [actor.address, actor.isSwept]));
      for (const address of judged) {
        this.#judgedAt.set(address, startedAt);
        if (isSwept.get(address) === false) this.#followedAt.set(address, startedAt);
      }
      if (judged.length > 0) this.#on.rejudged({ actors: judged.length, changed, tookMs });
    } catch (error) {
      for (const actor of actors) this.#wait(actor);
      throw error;
    }
  }
}
