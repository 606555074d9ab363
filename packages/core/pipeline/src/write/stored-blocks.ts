import type { WritableBlock } from '@tickscope/store';

/** Notified of every change of the stored blocks that this process makes. Called synchronously; must not throw. */
export interface StoredBlocksSubscriber {
  /** These blocks are now stored: new ones, better versions, or replacements of removed ones. */
  stored(blocks: readonly WritableBlock[]): void;
  /** The blocks of these slots were removed from the tables. */
  removed(slots: readonly number[]): void;
}

/**
 * The channel between the components that store blocks (stream, repair, backfill, chain watch) and those that process
 * stored blocks (detection). Publishers do not know the subscribers.
 */
export class StoredBlocks {
  readonly #subscribers = new Set<StoredBlocksSubscriber>();

  subscribe(subscriber: StoredBlocksSubscriber): void {
    this.#subscribers.add(subscriber);
  }

  stored(blocks: readonly WritableBlock[]): void {
    for (const subscriber of this.#subscribers) subscriber.stored(blocks);
  }

  removed(slots: readonly number[]): void {
    for (const subscriber of this.#subscribers) subscriber.removed(slots);
  }
}
