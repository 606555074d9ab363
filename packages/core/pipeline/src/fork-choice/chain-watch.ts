import { setTimeout as sleep } from 'node:timers/promises';
import type { SlotRange } from '@tickscope/chain';
import { type BlockWriter, type ReadWrite, readLinks, type StoredLink } from '@tickscope/store';
import { unrecordedGaps, WINDOW_SLOTS, writeUnrecordedGaps } from '../assemble/unrecorded-gaps.js';
import type { StoredBlocks } from '../write/stored-blocks.js';
import { offChainBlocks } from './off-chain.js';

export interface ChainWatchEvents {
  /** A block was removed from all tables; its gap is open for repair. */
  removed(link: StoredLink, detail: string): void;
  /** Blocks between stored ones are missing and were not in any gap; now a gap records them. */
  missed(range: SlotRange): void;
  failed(error: Error): void;
}

export interface ChainWatchOptions {
  store: ReadWrite;
  /** Not shared: a writer handles one call at a time. */
  writer: Pick<BlockWriter, 'remove'>;
  /** The newest stored block; null if nothing is stored. */
  newestSlot(): Promise<number | null>;
  /** Removed blocks are published here. */
  storedBlocks?: StoredBlocks;
  on: ChainWatchEvents;
  everyMs?: number;
}

const EVERY_MS = 5_000;

/**
 * Checks the stored chain of parents, including blocks written by other ingesters or read from a server with wrong
 * blocks.
 *
 * Removes a stored block that is not on the chain; gap repair then fetches the right block of its slot, or finds that
 * the slot was skipped. Records a gap for a block that the chain names and that is not stored.
 */
export class ChainWatch {
  readonly #options: ChainWatchOptions;
  readonly #stopping = new AbortController();
  /** Ends of the missing ranges of the last round. A range that is missing in two rounds is not merely late. */
  #suspected: ReadonlySet<number> = new Set();

  constructor(options: ChainWatchOptions) {
    this.#options = options;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.round().catch((error: Error) => {
        if (!signal.aborted) this.#options.on.failed(error);
      });
      await sleep(this.#options.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Runs one check. Returns the number of blocks removed. */
  async round(): Promise<number> {
    const newest = await this.#options.newestSlot();
    if (newest === null) return 0;
    const links = await this.#links(newest);
    const removed = await this.#removeOffChain(links);
    await this.#recordMissing(newest, removed === 0 ? links : await this.#links(newest));
    return removed;
  }

  #links(newest: number): Promise<StoredLink[]> {
    return readLinks(this.#options.store.read, Math.max(0, newest - WINDOW_SLOTS), newest);
  }

  async #removeOffChain(links: readonly StoredLink[]): Promise<number> {
    const { writer, storedBlocks, on } = this.#options;
    let removed = 0;
    for (const { link, witness } of offChainBlocks(links)) {
      if (this.#stopping.signal.aborted) break;
      const detail =
        witness.parentSlot === link.slot
          ? `slot ${witness.slot} builds on another block of this slot`
          : `slot ${witness.slot} builds on slot ${witness.parentSlot}: the chain skipped this one`;
      if (!(await writer.remove(link.slot, Buffer.from(link.blockhash, 'hex'), detail))) continue;
      removed += 1;
      storedBlocks?.removed([link.slot]);
      on.removed(link, detail);
    }
    return removed;
  }

  async #recordMissing(newest: number, links: readonly StoredLink[]): Promise<void> {
    const missing = await unrecordedGaps(this.#options.store.read, newest, links);
    const missed = missing.filter(({ toSlot }) => this.#suspected.has(toSlot));
    this.#suspected = new Set(missing.map(({ toSlot }) => toSlot));
    await writeUnrecordedGaps(this.#options.store.write, missed, 'no gap recorded it');
    for (const range of missed) this.#options.on.missed(range);
  }
}
