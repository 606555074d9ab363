import type { SlotRange } from '@tickscope/chain';
import { LIVE_MAX_SPAN } from '@tickscope/sandwich';
import {
  actorsOf,
  type ChangedActor,
  type ChangedTrip,
  mergeActors,
  type ReadWrite,
  rejudge,
  rejudgeActors,
} from '@tickscope/store';

/** A kill leaves no more than this unjudged. */
const JUDGE_EVERY_MS = 30_000;
const SLOTS_AT_ONCE = 5_000;

/** The actors whose trips a command changes, and the judging of their stored sandwiches, between two steps of detection. */
export class ChangedActors {
  readonly #store: ReadWrite;
  readonly #isIngesting: () => Promise<boolean>;
  readonly #signal: AbortSignal | undefined;
  readonly #actors = new Map<string, ChangedActor>();
  #judgedAt = performance.now();
  /** Sandwiches that were changed. */
  changed = 0;

  /** @param options.isIngesting whether an ingester runs, which then writes provisional sandwiches itself */
  constructor(
    store: ReadWrite,
    options: { isIngesting(): Promise<boolean>; signal?: AbortSignal | undefined },
  ) {
    this.#store = store;
    this.#isIngesting = options.isIngesting;
    this.#signal = options.signal;
  }

  readonly add = (trips: readonly ChangedTrip[]): void => {
    for (const actor of actorsOf(trips))
      this.#actors.set(actor.address, mergeActors(this.#actors.get(actor.address), actor));
  };

  readonly judgeDue = async (): Promise<void> => {
    if (performance.now() - this.#judgedAt >= JUDGE_EVERY_MS) await this.#judge();
  };

  /** Judges the rest, and all sandwiches of some ranges: their verdicts are then right, also where detection changed nothing. */
  async judgeAll(ranges: readonly SlotRange[]): Promise<void> {
    await this.#judge();
    for (const { fromSlot, toSlot } of ranges)
      for (let at = Math.max(0, fromSlot - LIVE_MAX_SPAN); at <= toSlot; at += SLOTS_AT_ONCE) {
        const part = { fromSlot: at, toSlot: Math.min(toSlot, at + SLOTS_AT_ONCE - 1) };
        const judged = { ...part, withProvisional: !(await this.#isIngesting()) };
        this.changed += await rejudge(this.#store, judged, this.#signal);
      }
  }

  async #judge(): Promise<void> {
    const actors = [...this.#actors.values()];
    const { changed } = await rejudgeActors(this.#store, actors, {
      withProvisional: !(await this.#isIngesting()),
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    });
    this.changed += changed;
    this.#actors.clear();
    this.#judgedAt = performance.now();
  }
}
