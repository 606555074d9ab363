import { type Block, equalBytes } from '@tickscope/chain';

/** What is to be done with a block, going by its slot's other blocks and by its parent. */
export type ForkVerdict =
  | { kind: 'take' }
  /** Another block of its slot was taken; nothing tells yet which one the chain goes on with. It is kept here. */
  | { kind: 'wait' }
  /** Another block of its slot was taken, and the chain goes on with that one. */
  | { kind: 'drop' }
  /** It builds on a block of its parent's slot that never came: one of the two is wrong. */
  | { kind: 'unlinked'; reason: string };

export interface ForkResult {
  verdict: ForkVerdict;
  /** A rival that waited, now named by its child: to be taken too. */
  proven: Block | null;
  /** The slot of a rival that waited in vain: its child names the block that was taken. */
  refuted: number | null;
}

export interface ChainLink {
  slot: number;
  parentSlot: number | null;
  blockhash: Uint8Array;
  parentBlockhash: Uint8Array | null;
}

const MAX_REMEMBERED = 4_096;
/** Whole blocks, some megabytes each. */
const MAX_WAITING = 8;

/**
 * Decides between blocks that claim the same slot, by the chain of parents: the one is right that its child names.
 * Until a child comes, the first one stands and the others wait; a rival that is named after it was forgotten is
 * fetched again by gap repair (see `ChainWatch`).
 */
export class ForkChoice {
  /** Of each slot, the hash of the block that stands. Bounded. */
  readonly #standing = new Map<number, Uint8Array>();
  /** Of each slot, the hashes of its blocks that do not. Bounded. */
  readonly #rivals = new Map<number, Uint8Array[]>();
  /** Of each slot, the hash that a taken child names. Bounded. */
  readonly #named = new Map<number, Uint8Array>();
  readonly #waiting = new Map<number, Block>();

  /** `stored`: the last blocks of a former run, so that the first one of this run is looked at too. */
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
      // Once a child has named the standing one, two branches go on: which one is right is seen when they are stored.
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
