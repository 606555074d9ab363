import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, type ReadConnection } from '@tickscope/store';
import type { Problems, VerifyReport } from './report.js';
import { RANGE, rowsOfRange, type StoredBlock } from './stored-blocks.js';

const NEIGHBOURS = defineFileQuery(import.meta.url, './neighbours.sql', {
  params: RANGE,
  row: {
    slot: column.integer,
    parentSlot: column.nullable(column.integer),
    blockhash: column.text,
    parentBlockhash: column.nullable(column.text),
  },
});
const OPEN_GAPS = defineFileQuery(import.meta.url, './open-gaps.sql', {
  name: 'gaps-to-report',
  params: RANGE,
  row: {
    fromSlot: column.integer,
    toSlot: column.integer,
    cause: column.text,
    state: column.text,
    detail: column.text,
  },
});

/** The fields of a block that a link check needs. */
type Linked = Pick<StoredBlock, 'slot' | 'parentSlot' | 'blockhash' | 'parentBlockhash'>;

/**
 * Follows the chain of parents: the parent of each block must be the stored block before it, with the hash that it
 * names. Slots between the two are skipped if the parent lies before them; otherwise they are missing.
 */
export class ChainCheck {
  readonly #range: SlotRange;
  readonly #problems: Problems;
  readonly #after: Linked | null;
  #previous: Linked | null;
  /** The first slot that is not yet classified as stored, skipped or missing. */
  #next: number;
  readonly #slots: VerifyReport['slots'];
  readonly #links: VerifyReport['links'];

  private constructor(
    range: SlotRange,
    neighbours: { before: Linked | null; after: Linked | null },
    report: Pick<VerifyReport, 'slots' | 'links'>,
    problems: Problems,
  ) {
    this.#range = range;
    this.#problems = problems;
    this.#previous = neighbours.before;
    this.#after = neighbours.after;
    this.#next = range.fromSlot;
    this.#slots = report.slots;
    this.#links = report.links;
  }

  static async begin(
    read: ReadConnection,
    range: SlotRange,
    report: Pick<VerifyReport, 'slots' | 'links'>,
    problems: Problems,
  ): Promise<ChainCheck> {
    const blocks = await rowsOfRange(read, NEIGHBOURS, range);
    const before = blocks.find(({ slot }) => slot < range.fromSlot) ?? null;
    const after = blocks.find(({ slot }) => slot > range.toSlot) ?? null;
    return new ChainCheck(range, { before, after }, report, problems);
  }

  /** Adds the next block, in slot order. */
  add(block: StoredBlock): void {
    this.#slots.stored += 1;
    if (block.content === 'full') this.#slots.full += 1;
    else if (block.content === 'entries_only') this.#slots.entriesOnly += 1;
    else this.#slots.noEntries += 1;
    if (this.#previous?.slot === block.slot) {
      this.#problems.add(
        'two_blocks',
        block.slot,
        `${short(this.#previous.blockhash)} and ${short(block.blockhash)}`,
      );
      return;
    }
    this.#classifyBefore(block.slot, block.parentSlot);
    this.#link(block);
    this.#previous = block;
    this.#next = block.slot + 1;
  }

  /** Call after the last block: classifies the remaining slots of the range. */
  end(): void {
    const { toSlot } = this.#range;
    // The parent of the block after the range reveals which of its last slots were skipped.
    this.#classifyBefore(toSlot + 1, this.#after === null ? toSlot : this.#after.parentSlot);
  }

  #link(block: Linked): void {
    const { slot, parentSlot, parentBlockhash } = block;
    const previous = this.#previous;
    if (parentSlot === null) {
      if (slot === 0) this.#links.proven += 1;
      else this.#problems.add('parent', slot, 'names no parent');
      return;
    }
    if (parentSlot >= slot) this.#problems.add('parent', slot, `names slot ${parentSlot} as its parent`);
    else if (previous !== null && parentSlot < previous.slot)
      this.#problems.add(
        'parent',
        slot,
        `its parent is slot ${parentSlot}, but slot ${previous.slot} is stored between them: two forks`,
      );
    else if (previous === null || previous.slot !== parentSlot || parentBlockhash === null)
      this.#links.unproven += 1;
    else if (previous.blockhash !== parentBlockhash)
      this.#problems.add(
        'parent',
        slot,
        `names ${short(parentBlockhash)} as the hash of slot ${parentSlot}, which is ${short(previous.blockhash)}`,
      );
    else this.#links.proven += 1;
  }

  /**
   * Classifies the slots from `next` up to `end` (exclusive): missing up to the parent of the block at `end`, skipped
   * after it.
   */
  #classifyBefore(end: number, parentSlot: number | null): void {
    const lastMissing = Math.min(parentSlot ?? -1, end - 1);
    const missing = Math.max(0, lastMissing + 1 - this.#next);
    this.#slots.missing += missing;
    this.#slots.skipped += end - this.#next - missing;
    if (missing > 0) this.#problems.add('missing', this.#next, plural(missing, 'slot'), lastMissing);
  }
}

/** Reports gaps that were never closed, even if the blocks have arrived since: readers treat those slots as unknown. */
export async function checkGaps(read: ReadConnection, range: SlotRange, problems: Problems): Promise<void> {
  for (const { fromSlot, toSlot, cause, state, detail } of await rowsOfRange(read, OPEN_GAPS, range))
    problems.add('gap', fromSlot, `${cause}, ${state}${detail === '' ? '' : `: ${detail}`}`, toSlot);
}

export function plural(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}

/** Shortens a hex hash; enough to distinguish two hashes. */
export function short(hash: string): string {
  return `${hash.slice(0, 12).toLowerCase()}…`;
}
