import { type ReadConnection, readLinks, type StoredLink } from '@tickscope/store';

/** How many slots back what was read is compared with what is stored; a pass that reaches the head starts no further back. */
export const WINDOW_SLOTS = 512;

export interface SeenRange {
  fromSlot: number;
  /** `links` covers the slots from here on. */
  start: number;
  links: readonly StoredLink[];
}

/** The blocks of the last slots whose trades were processed, by their hashes in hex. */
export class SeenBlocks {
  readonly #hashes = new Map<number, string>();
  /** Nothing is known about slots below this one. */
  #from: number | null = null;

  add(slot: number, blockhash: string): void {
    this.#from ??= slot;
    this.#hashes.set(slot, blockhash);
    for (const old of this.#hashes.keys()) {
      if (this.#hashes.size <= 2 * WINDOW_SLOTS) break;
      this.#hashes.delete(old);
    }
  }

  /** Reads the stored blocks of a range for `replaceFrom`; of a long range only its end. */
  async read(read: ReadConnection, fromSlot: number, toSlot: number): Promise<SeenRange> {
    const start = Math.max(fromSlot, toSlot - WINDOW_SLOTS);
    return { fromSlot, start, links: toSlot < start ? [] : await readLinks(read, start, toSlot) };
  }

  /** Replaces the seen blocks from the range's first slot on by those of the range. */
  replaceFrom({ fromSlot, start, links }: SeenRange): void {
    for (const slot of [...this.#hashes.keys()]) if (slot >= fromSlot) this.#hashes.delete(slot);
    const isJoined = start === fromSlot && this.#from !== null && this.#from <= fromSlot;
    if (!isJoined) this.#from = start;
    for (const { slot, blockhash } of withTrades(links)) this.add(slot, blockhash);
  }

  /** Returns the first recent slot whose stored block differs from the seen one, or null. */
  async firstDifference(read: ReadConnection, lastSlot: number): Promise<number | null> {
    if (this.#from === null) return null;
    const from = Math.max(this.#from, lastSlot - WINDOW_SLOTS, 0);
    const stored = new Map(
      withTrades(await readLinks(read, from, lastSlot)).map(({ slot, blockhash }) => [slot, blockhash]),
    );
    let first: number | null = null;
    const differs = (slot: number): void => {
      if (first === null || slot < first) first = slot;
    };
    for (const [slot, blockhash] of stored) if (this.#hashes.get(slot) !== blockhash) differs(slot);
    for (const slot of this.#hashes.keys())
      if (slot >= from && slot <= lastSlot && !stored.has(slot)) differs(slot);
    return first;
  }
}

function withTrades(links: readonly StoredLink[]): StoredLink[] {
  return links.filter(({ content }) => content !== 'entries_only');
}
