import { type Block, equalBytes } from '@tickscope/chain';

/** The decision on a block, based on the other blocks of its slot and on its parent. */
export type ForkVerdict =
  | { kind: 'take' }
  /**
   * Another block of its slot was taken, and it is still open which one the chain builds on. The block is kept here.
   */
  | { kind: 'wait' }
  /** Another block of its slot was taken, and the chain builds on that one. */
  | { kind: 'drop' }
  /** Its parent is a block that never came, although another one came for that slot: one of the two is wrong. */
  | { kind: 'unlinked'; reason: string };

export interface ForkResult {
  verdict: ForkVerdict;
  /** A waiting rival that its child has now named; take it too. */
  proven: Block | null;
  /** The slot of a waiting rival that lost: a child names the block that was taken. */
  refuted: number | null;
}

export interface ChainLink {
  slot: number;
  parentSlot: number | null;
  blockhash: Uint8Array;
  parentBlockhash: Uint8Array | null;
}

const MAX_REMEMBERED = 4_096;
/** Whole blocks, several megabytes each. */
const MAX_WAITING = 8;

/**
 * Decides between blocks that claim the same slot, by the chain of parents: the block named by its child is right.
 * Until a child comes, the first block stands and the others wait. If a rival is named after it was forgotten, gap
 * repair fetches it again (see `ChainWatch`).
 */
export class ForkChoice {
  /** Per slot, the hash of the block that stands. Bounded. */
  readonly #standing = new Map<number, Uint8Array>();
  /** Per slot, the hashes of its other blocks. Bounded. */
  readonly #rivals = new Map<number, Uint8Array[]>();
  /** Per slot, the hash that a taken child names. Bounded. */
  readonly #named = new Map<number, Uint8Array>();
  readonly #waiting = new Map<number, Block>();

  /** @param stored the last blocks of a previous run, so that the first block of this run is checked too */
  constructor(stored: readonly ChainLink[] = []) {
    for (const link of stored) {
      remember(this.#standing, link.slot, link.blockhash);
      if (link.parentSlot !== null && link.parentBlockhash !== null)
        remember(this.#named, link.parentSlot, link.parentBlockhash);
    }
  }

  check(block: Block): ForkResult {
    const { slot, blockhash } = block;
    const standing = this.#standing.get(slot);
    if (standing !== undefined && !equalBytes(standing, blockhash)) {
      const named = this.#named.get(slot);
      if (named === undefined || !equalBytes(named, blockhash)) {
        remember(this.#rivals, slot, [...(this.#rivals.get(slot) ?? []), blockhash]);
        if (named !== undefined) return result({ kind: 'drop' });
        this.#waiting.set(slot, block);
        if (this.#waiting.size > MAX_WAITING) this.#waiting.delete(this.#waiting.keys().next().value!);
        return result({ kind: 'wait' });
      }
    }
    remember(this.#standing, slot, blockhash);
    return this.#link(block);
  }

  #link({ slot, parentSlot, parentBlockhash }: Block): ForkResult {
    if (parentSlot === null || parentBlockhash === null) return result({ kind: 'take' });
    const standing = this.#standing.get(parentSlot);
    if (standing !== undefined && !equalBytes(standing, parentBlockhash)) {
      const isRival =
        this.#rivals.get(parentSlot)?.some((hash) => equalBytes(hash, parentBlockhash)) === true;
      // If a child has already named the standing block, two branches exist. The stored chain will show which one is
      // right.
      if (!isRival || this.#named.has(parentSlot))
        return result({
          kind: 'unlinked',
          reason: `slot ${slot}: its parent's hash is not that of slot ${parentSlot}`,
        });
      remember(this.#standing, parentSlot, parentBlockhash);
      remember(this.#named, parentSlot, parentBlockhash);
      const waiting = this.#takeWaiting(parentSlot);
      const isNamed = waiting !== undefined && equalBytes(waiting.blockhash, parentBlockhash);
      return { verdict: { kind: 'take' }, proven: isNamed ? waiting : null, refuted: null };
    }
    remember(this.#named, parentSlot, parentBlockhash);
    return {
      verdict: { kind: 'take' },
      proven: null,
      refuted: this.#takeWaiting(parentSlot) === undefined ? null : parentSlot,
    };
  }

  #takeWaiting(slot: number): Block | undefined {
    const block = this.#waiting.get(slot);
    this.#waiting.delete(slot);
    return block;
  }
}

function result(verdict: ForkVerdict): ForkResult {
  return { verdict, proven: null, refuted: null };
}

function remember<T>(map: Map<number, T>, slot: number, value: T): void {
  map.delete(slot);
  map.set(slot, value);
  if (map.size > MAX_REMEMBERED) map.delete(map.keys().next().value!);
}
