import { type ClickHouseClient, readLinks, type StoredLink } from '@tickscope/store';

/** How far back what is stored is compared with what was seen. */
const WINDOW_SLOTS = 512;

export interface SeenRange {
  fromSlot: number;
  /** Of the slots from here on the blocks are told. */
  start: number;
  links: readonly StoredLink[];
}

/** The blocks of the last slots whose trades were taken, by their hashes in hex. */
export class SeenBlocks {
  readonly #hashes = new Map<number, string>();
  /** Below it nothing is known to have been seen. */
  #from: number | null = null;

  add(slot: number, blockhash: string): void {
    this.#from ??= slot;
    this.#hashes.set(slot, blockhash);
    for (const old of this.#hashes.keys()) {
      if (this.#hashes.size <= 2 * WINDOW_SLOTS) break;
      this.#hashes.delete(old);
    }
  }

  /** What `replaceFrom` wants to know: the stored blocks of a range, of a long one its end. */
  async read(client: ClickHouseClient, fromSlot: number, toSlot: number): Promise<SeenRange> {
    const start = Math.max(fromSlot, toSlot - WINDOW_SLOTS);
    return { fromSlot, start, links: toSlot < start ? [] : await readLinks(client, start, toSlot) };
  }

  /** From the range's first slot on, its blocks were taken instead. */
  replaceFrom({ fromSlot, start, links }: SeenRange): void {
    for (const slot of [...this.#hashes.keys()]) if (slot >= fromSlot) this.#hashes.delete(slot);
    const isJoined = start === fromSlot && this.#from !== null && this.#from <= fromSlot;
    if (!isJoined) this.#from = start;
    for (const { slot, blockhash } of withTrades(links)) this.add(slot, blockhash);
  }

  /** The first of the last slots whose stored block is not the one that was seen; `null`: there is none. */
  async firstDifference(client: ClickHouseClient, lastSlot: number): Promise<number | null> {
    if (this.#from === null) return null;
    const from = Math.max(this.#from, lastSlot - WINDOW_SLOTS, 0);
    const stored = new Map(
      withTrades(await readLinks(client, from, lastSlot)).map(({ slot, blockhash }) => [slot, blockhash]),
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
