import { equalBytes, firstIndex } from '@tickscope/chain';
import type { StoredLink, WriteOptions } from '@tickscope/store';
import type { ChainView } from './repair/repair-range.js';

type StoredVersion = Parameters<NonNullable<WriteOptions['mayDelete']>>[1][number];

/** The stored blocks before and after a block are looked for this far: more slots than were ever skipped in a row. */
const NEAR_SLOTS = 512;
/** As many as `ForkChoice` remembers: further back, a block that this import wrote counts as any stored one. */
const MAX_OWN = 4_096;

/** Reason for a block whose slot holds more than it may replace. */
export const KEPT_VERSION =
  'another version of the slot is stored, with its entries or with other transactions';

/**
 * Decides which blocks of files may be stored. Files are not trusted: as in repair, the stored block after a slot names
 * the hash of the block before it, and a block with another hash is refused. A block that nothing proves is stored only
 * where nothing stored contradicts it. A stored version with entries is never deleted.
 *
 * Blocks that this import has written itself are exempt: the file's own chain decides between two blocks of one slot.
 */
export class ImportRule {
  readonly #storedLinks: ChainView['links'];
  readonly #replaces: boolean;
  /** Slots that hold a block of this import. Bounded. */
  readonly #own = new Set<number>();

  /** @param options.replace stores every block, in the place of whatever is stored */
  constructor(storedLinks: ChainView['links'], options: { replace: boolean }) {
    this.#storedLinks = storedLinks;
    this.#replaces = options.replace;
  }

  /** Returns the blocks that the stored chain contradicts, by slot, with the reason. */
  async refusals(blocks: readonly StoredLink[]): Promise<Map<number, string>> {
    const refused = new Map<number, string>();
    if (this.#replaces) return refused;
    for (const group of nearGroups(blocks)) {
      const stored = await this.#linksAround(group);
      for (const block of group) {
        const reason = contradictionOf(block, stored);
        if (reason !== null) refused.set(block.slot, reason);
      }
    }
    return refused;
  }

  /** Call when a block of this import was stored. */
  stored(slot: number): void {
    this.#own.add(slot);
    if (this.#own.size > MAX_OWN) this.#own.delete(this.#own.values().next().value!);
  }

  /**
   * Whether the stored versions of a slot may be deleted for a block that `refusals` did not refuse. Of a slot that is
   * being replaced only the same block may be written again: what is stored of it may be partial.
   */
  readonly mayDelete: NonNullable<WriteOptions['mayDelete']> = (block, versions, isReplaced) => {
    if (this.#replaces || this.#own.has(block.slot)) return true;
    const isSame = (version: StoredVersion): boolean => equalBytes(version.blockhash, block.blockhash);
    if (isReplaced && versions.every(isSame)) return true;
    return versions.every(
      (version) => version.content === 'no_entries' && (block.content === 'full' || !isSame(version)),
    );
  };

  async #linksAround(group: readonly StoredLink[]): Promise<StoredNeighbours> {
    const [first, last] = [group[0]!.slot, group.at(-1)!.slot];
    const links = await this.#storedLinks(Math.max(0, first - NEAR_SLOTS), last + NEAR_SLOTS);
    return new StoredNeighbours(links.filter(({ slot }) => !this.#own.has(slot)));
  }
}

/** Stored blocks by slot. A slot may have several. */
class StoredNeighbours {
  readonly #bySlot = new Map<number, StoredLink[]>();
  /** Ascending. */
  readonly #slots: number[];

  constructor(links: readonly StoredLink[]) {
    for (const link of links) this.#bySlot.set(link.slot, [...this.at(link.slot), link]);
    this.#slots = [...this.#bySlot.keys()].sort((a, b) => a - b);
  }

  at(slot: number | undefined): readonly StoredLink[] {
    return (slot === undefined ? undefined : this.#bySlot.get(slot)) ?? [];
  }

  before(slot: number): readonly StoredLink[] {
    return this.at(this.#slots[this.#indexOf(slot) - 1]);
  }

  after(slot: number): readonly StoredLink[] {
    return this.at(this.#slots[this.#indexOf(slot + 1)]);
  }

  /** Index of the first slot that is not below the given one. */
  #indexOf(slot: number): number {
    return firstIndex(this.#slots.length, (at) => this.#slots[at]! < slot);
  }
}

/** Returns why a block may not be stored beside the stored ones, or null. */
function contradictionOf(block: StoredLink, stored: StoredNeighbours): string | null {
  const { slot, parentSlot, blockhash, parentBlockhash } = block;
  const own = stored.at(slot);
  if (own.some((link) => link.blockhash === blockhash)) return null;

  const children = stored.after(slot).filter((link) => link.parentSlot !== null);
  const [child] = children;
  if (child !== undefined && children.every((link) => link.parentSlot! < slot))
    return `the chain skipped this slot: the parent of the stored block of slot ${child.slot} is in slot ${child.parentSlot}`;
  const named = children.filter((link) => link.parentSlot === slot).map((link) => link.parentBlockhash);
  if (named.includes(blockhash)) return null;
  if (named.length > 0 && !named.includes(null))
    return `the stored block of slot ${child!.slot} names another block as its parent`;
  if (own.length > 0)
    return 'another block of the slot is stored, and no stored block says which one is right';

  const before = stored.before(slot);
  const [neighbour] = before;
  if (neighbour === undefined || parentSlot === null || neighbour.slot < parentSlot) return null;
  if (neighbour.slot > parentSlot)
    return `its parent is said to be in slot ${parentSlot}, but a block of slot ${neighbour.slot} is stored`;
  return parentBlockhash === null || before.some((link) => link.blockhash === parentBlockhash)
    ? null
    : `its parent is another block than the stored one of slot ${parentSlot}`;
}

/** Groups blocks in the order of their slots, so that each group is one look-up. */
function nearGroups(blocks: readonly StoredLink[]): StoredLink[][] {
  const groups: StoredLink[][] = [];
  for (const block of [...blocks].sort((a, b) => a.slot - b.slot)) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && block.slot <= last.slot + NEAR_SLOTS) groups.at(-1)!.push(block);
    else groups.push([block]);
  }
  return groups;
}
