import { type ReadWrite, readStoredRange, readUnnamedMints, writeTokens } from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { fetchTokens, MINTS_AT_ONCE } from './fetch-tokens.js';

/** Limit on mints waiting to be looked up. */
const MOST_PENDING = 5_000;
/** The remaining mints wait for the next run. */
const CALLS_IN_A_RUN = 4;
/** Slots searched per query. */
const SLOTS_IN_A_QUERY = 2_000;
/** When a mint without a name is looked up again. */
const RETRY_AFTER_SECONDS = 6 * 3_600;
/** When slots are searched again for blocks that were stored late. */
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Looks up names for the traded mints: first those of the newest blocks, then, some slots per run, those of everything
 * stored. Results, including failed look-ups, are in `tokens`, so a restart repeats no call.
 */
export class TokenNames {
  readonly #rpc: JsonRpc;
  readonly #store: ReadWrite;
  readonly #pending = new Set<string>();
  /** The newest slot searched. */
  #newest: number | null = null;
  /** The next slot of the backward sweep; null when it has ended. */
  #sweepAt: number | null = null;
  #sweptAt: number | null = null;

  constructor(options: { rpc: JsonRpc; store: ReadWrite }) {
    this.#rpc = options.rpc;
    this.#store = options.store;
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** @returns the number of mints looked up */
  async run(signal: AbortSignal): Promise<number> {
    await this.#look(signal);
    let asked = 0;
    for (let call = 0; call < CALLS_IN_A_RUN && this.#pending.size > 0; call += 1) {
      const mints = [...this.#pending].slice(0, MINTS_AT_ONCE);
      for (const mint of mints) this.#pending.delete(mint);
      try {
        await writeTokens(this.#store.write, await fetchTokens(this.#rpc, mints, signal));
      } catch (error) {
        // Requeues them at the end, so that a mint no node can resolve does not block the others.
        for (const mint of mints) this.#pending.add(mint);
        throw error;
      }
      asked += mints.length;
    }
    return asked;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const range = await readStoredRange(this.#store.read, signal);
    if (range === null) return;
    const { firstSlot, lastSlot } = range;
    const from = Math.max(
      firstSlot,
      (this.#newest ?? lastSlot - SLOTS_IN_A_QUERY) + 1,
      lastSlot - SLOTS_IN_A_QUERY + 1,
    );
    if (from <= lastSlot && (await this.#take(from, lastSlot, signal))) {
      // The slots between the last search and this one, after a long outage, are left to the sweep.
      if (this.#newest === null || from > this.#newest + 1) this.#sweepAt = from - 1;
      this.#newest = lastSlot;
    }
    const isDue = this.#sweptAt !== null && performance.now() - this.#sweptAt > SWEEP_EVERY_MS;
    if (this.#sweepAt === null && isDue) this.#sweepAt = lastSlot;
    if (this.#sweepAt === null) return;
    const sweepFrom = Math.max(firstSlot, this.#sweepAt - SLOTS_IN_A_QUERY + 1);
    if (sweepFrom <= this.#sweepAt && !(await this.#take(sweepFrom, this.#sweepAt, signal))) return;
    if (sweepFrom > firstSlot) this.#sweepAt = sweepFrom - 1;
    else {
      this.#sweepAt = null;
      this.#sweptAt = performance.now();
    }
  }

  /** Returns false if there was no room for all mints; the range must then be searched again. */
  async #take(fromSlot: number, toSlot: number, signal: AbortSignal): Promise<boolean> {
    const room = MOST_PENDING - this.#pending.size;
    if (room <= 0) return false;
    const mints = await readUnnamedMints(
      this.#store.read,
      { fromSlot, toSlot, retryAfterSeconds: RETRY_AFTER_SECONDS, limit: room },
      signal,
    );
    for (const mint of mints) this.#pending.add(mint);
    return mints.length < room;
  }
}
