import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChainEvent, ChainSubscriber, Commitment } from './chain.js';
import { sleep } from './sleep.js';

const LOOK_AGAIN_MS = 2;

/** The subscribers of a chain, and whether they keep up. */
export class Feed {
  readonly #subscribers = new Set<ChainSubscriber>();

  subscribe(subscriber: ChainSubscriber): () => void {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  toAll(events: readonly ChainEvent[]): void {
    for (const subscriber of this.#subscribers) subscriber.deliver(events);
  }

  /** `make` is not called if there is no subscriber at this commitment. */
  to(commitment: Commitment, make: () => readonly ChainEvent[]): void {
    let events: readonly ChainEvent[] | null = null;
    for (const subscriber of this.#subscribers)
      if (subscriber.commitment === commitment) {
        events ??= make();
        subscriber.deliver(events);
      }
  }

  /** Yields to I/O until there is a subscriber and all have room, or `signal` is aborted. */
  async room(signal: AbortSignal): Promise<void> {
    await nextTurn();
    while (!signal.aborted && !this.#allHaveRoom()) await sleep(LOOK_AGAIN_MS, signal);
  }

  #allHaveRoom(): boolean {
    for (const subscriber of this.#subscribers) if (!subscriber.hasRoom()) return false;
    return this.#subscribers.size > 0;
  }
}
