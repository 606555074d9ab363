import { setTimeout as sleep } from 'node:timers/promises';
import type { TestConnection } from '@tickscope/testkit/store/test-connection';

export interface Lag {
  /** When the sandwich was first seen, by `Date.now()`. */
  seenAtMs: number;
  /** From the first sight of the block of its last leg to the first sight of the sandwich. */
  lagMs: number;
}

const LOOK_EVERY_MS = 100;
const RECENT_SLOTS = 200;

/**
 * Watches how long after the block of its last leg a live sandwich is stored: what a reader sees who asks ten times a
 * second. Only counted sandwiches whose block came while it watched.
 */
export class LiveLag {
  readonly lags: Lag[] = [];
  readonly #client: TestConnection;
  readonly #liveFrom: number;
  /** When each block was first seen. */
  readonly #blocks = new Map<number, number>();
  readonly #sandwiches = new Set<string>();
  readonly #stopping = new AbortController();
  readonly #watching: Promise<void>;

  constructor(client: TestConnection, liveFrom: number) {
    this.#client = client;
    this.#liveFrom = liveFrom;
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    let isFirst = true;
    while (!signal.aborted) {
      await this.#look(isFirst).catch((error: Error) => process.stderr.write(`live lag: ${error.message}\n`));
      isFirst = false;
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async #look(isFirst: boolean): Promise<void> {
    const newest = Math.max(this.#liveFrom, ...this.#blocks.keys());
    const from = Math.max(this.#liveFrom, newest - RECENT_SLOTS);
    const options = { params: { from }, timeoutMs: 10_000 };
    // The blocks after the sandwiches: a block is never seen later than what was found in it.
    const sandwiches = await this.#client.read.queryRows<[string, string]>(
      "SELECT bracket_id, last_slot FROM sandwiches FINAL WHERE first_slot >= {from:UInt64} AND confidence != 'suspected'",
      options,
    );
    const slots = await this.#client.read.queryRows<[string]>(
      'SELECT DISTINCT slot FROM slots WHERE slot >= {from:UInt64}',
      options,
    );
    const now = Date.now();
    for (const [slot] of slots)
      if (!this.#blocks.has(Number(slot))) this.#blocks.set(Number(slot), isFirst ? Number.NaN : now);
    for (const [id, lastSlot] of sandwiches) {
      if (this.#sandwiches.has(id)) continue;
      this.#sandwiches.add(id);
      const lagMs = now - (this.#blocks.get(Number(lastSlot)) ?? Number.NaN);
      if (Number.isFinite(lagMs)) this.lags.push({ seenAtMs: now, lagMs });
    }
    for (const slot of this.#blocks.keys()) if (slot < from - RECENT_SLOTS) this.#blocks.delete(slot);
  }
}
