import { type ClickHouseClient, readStoredRange, readUnnamedMints, writeTokens } from '@tickscope/store';
import type { JsonRpc } from '../source/rpc/json-rpc.js';
import { fetchTokens, MINTS_AT_ONCE } from './fetch-tokens.js';

export interface TokenNamesLimits {
  /** Mints that wait to be asked about. */
  mostPending: number;
  /** Calls in one run: the rest has to wait for the next. */
  callsInARun: number;
  /** Slots looked through in one query. */
  slotsInAQuery: number;
  /** When a mint without name is asked about again. */
  retryAfterSeconds: number;
  /** When slots that were looked through are looked through again, for blocks that were stored late. */
  sweepEveryMs: number;
}

const DEFAULT_LIMITS: TokenNamesLimits = {
  mostPending: 5_000,
  callsInARun: 4,
  slotsInAQuery: 2_000,
  retryAfterSeconds: 6 * 3_600,
  sweepEveryMs: 3_600_000,
};

/**
 * Names the mints that were traded: first those of the newest blocks, then, some slots a run, those of all that is
 * stored. What is found, and what is not, is in `tokens`: a restart asks nothing twice.
 */
export class TokenNames {
  readonly #rpc: JsonRpc;
  readonly #client: ClickHouseClient;
  readonly #limits: TokenNamesLimits;
  readonly #pending = new Set<string>();
  /** The newest slot looked through. */
  #newest: number | null = null;
  /** The next slot of the walk back; `null`: it has ended. */
  #sweepAt: number | null = null;
  #sweptAt: number | null = null;

  constructor(options: { rpc: JsonRpc; client: ClickHouseClient; limits?: Partial<TokenNamesLimits> }) {
    this.#rpc = options.rpc;
    this.#client = options.client;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
  }

  get pending(): number {
    return this.#pending.size;
  }

  /** @returns how many mints were asked about */
  async run(signal: AbortSignal): Promise<number> {
    await this.#look(signal);
    let asked = 0;
    for (let call = 0; call < this.#limits.callsInARun && this.#pending.size > 0; call += 1) {
      const mints = [...this.#pending].slice(0, MINTS_AT_ONCE);
      for (const mint of mints) this.#pending.delete(mint);
      try {
        await writeTokens(this.#client, await fetchTokens(this.#rpc, mints, signal));
      } catch (error) {
        // Behind the others: one that no node can tell of holds nobody up.
        for (const mint of mints) this.#pending.add(mint);
        throw error;
      }
      asked += mints.length;
    }
    return asked;
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { slotsInAQuery, sweepEveryMs } = this.#limits;
    const range = await readStoredRange(this.#client, signal);
    if (range === null) return;
    const { firstSlot, lastSlot } = range;
    const from = Math.max(
      firstSlot,
      (this.#newest ?? lastSlot - slotsInAQuery) + 1,
      lastSlot - slotsInAQuery + 1,
    );
    if (from <= lastSlot && (await this.#take(from, lastSlot, signal))) {
      // What lies between the last look and this one, after a long outage, is the sweep's.
      if (this.#newest === null || from > this.#newest + 1) this.#sweepAt = from - 1;
      this.#newest = lastSlot;
    }
    const isDue = this.#sweptAt !== null && performance.now() - this.#sweptAt > sweepEveryMs;
    if (this.#sweepAt === null && isDue) this.#sweepAt = lastSlot;
    if (this.#sweepAt === null) return;
    const sweepFrom = Math.max(firstSlot, this.#sweepAt - slotsInAQuery + 1);
    if (sweepFrom <= this.#sweepAt && !(await this.#take(sweepFrom, this.#sweepAt, signal))) return;
    if (sweepFrom > firstSlot) this.#sweepAt = sweepFrom - 1;
    else {
      this.#sweepAt = null;
      this.#sweptAt = performance.now();
    }
  }

  /** False: there was no room for all that is there; look again. */
  async #take(fromSlot: number, toSlot: number, signal: AbortSignal): Promise<boolean> {
    const room = this.#limits.mostPending - this.#pending.size;
    if (room <= 0) return false;
    const { retryAfterSeconds } = this.#limits;
    const mints = await readUnnamedMints(
      this.#client,
      { fromSlot, toSlot, retryAfterSeconds, limit: room },
      signal,
    );
    for (const mint of mints) this.#pending.add(mint);
    return mints.length < room;
  }
}
