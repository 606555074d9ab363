import type { BankParts } from './bank-parts.js';
import type { Transaction } from './block.js';
import type { GeyserEntry } from './geyser.js';
import { LaneHasher, merkleRoot } from './poh/index.js';
import { sha256 } from './poh/merkle-root.js';
import { equalBytes } from './reserved-keys.js';

/** The most hashes that one slot may cost, some five slots of 2026: seconds of one core. Entries may claim more. */
const MOST_HASHES = 16_000_000;
/** Ways to put the transactions of one entry together. */
const MOST_WAYS = 256;

let hasher: LaneHasher | null = null;

/**
 * Finds, among the parts of two banks of one slot, those of the bank that block meta names: every entry's hash follows
 * from the one before it and from the signatures in it (chain fact 1), from the parent's blockhash to the block's own.
 * Nothing is guessed: without a part of the chain the walk stops, and goes on when more parts have come.
 */
export class BankWalk {
  readonly #parts: BankParts;
  readonly #entries: GeyserEntry[] = [];
  readonly #transactions: Transaction[] = [];
  #hash: Uint8Array | null = null;
  #hashesLeft = MOST_HASHES;
  /** The parts that the last step failed on; the same ones are not tried again. */
  #failedOn = '';

  constructor(parts: BankParts) {
    this.#parts = parts;
  }

  /** Goes as far as the parts lead. Returns true once it has reached the blockhash. */
  advance(): boolean {
    const { meta } = this.#parts;
    if (meta === null || meta.parentBlockhash === null) return false;
    this.#hash ??= meta.parentBlockhash;
    while (!equalBytes(this.#hash, meta.blockhash)) if (!this.#step()) return false;
    return true;
  }

  /** The entries of the bank in order, after `advance` returned true. */
  get entries(): GeyserEntry[] {
    return this.#entries;
  }

  /** Its transactions, each as it came last. */
  get transactions(): Transaction[] {
    return this.#transactions.map((tx) => {
      const id = tx.signatures[0]!;
      const variants = this.#parts.transactions.get(tx.index)!;
      return variants.find(({ signatures }) => equalBytes(signatures[0]!, id))!;
    });
  }

  #step(): boolean {
    const candidates = this.#parts.entries.get(this.#entries.length) ?? [];
    const state = this.#stateOf(candidates);
    if (state === this.#failedOn) return false;
    for (const entry of candidates) {
      const own = this.#transactionsOf(entry);
      if (own === null) continue;
      this.#entries.push(entry);
      this.#transactions.push(...own);
      this.#hash = entry.hash;
      return true;
    }
    this.#failedOn = state;
    return false;
  }

  /** Names what a step depends on, so that it is repeated only when one of these parts is new. */
  #stateOf(candidates: readonly GeyserEntry[]): string {
    const first = this.#transactions.length;
    const most = candidates.reduce((max, { transactionCount }) => Math.max(max, transactionCount), 0);
    let variants = 0;
    for (let index = first; index < first + most && index < first + MOST_WAYS * MOST_WAYS; index += 1)
      variants += this.#parts.transactions.get(index)?.length ?? 0;
    return `${this.#entries.length}/${candidates.length}/${variants}`;
  }

  /** The transactions with which the entry's hash follows from the one before; null if none do. */
  #transactionsOf({ transactionCount, numHashes, hash }: GeyserEntry): Transaction[] | null {
    const variants: Transaction[][] = [];
    const first = this.#transactions.length;
    for (let index = first; index < first + transactionCount; index += 1) {
      const known = this.#parts.transactions.get(index);
      if (known === undefined) return null;
      variants.push(known);
    }
    const isTick = transactionCount === 0;
    const before = this.#hashTimes(isTick ? numHashes : Math.max(0, numHashes - 1));
    if (before === null) return null;
    if (isTick) return equalBytes(before, hash) ? [] : null;
    for (const way of ways(variants)) {
      const signatures = Buffer.concat(way.flatMap((tx) => tx.signatures));
      if (equalBytes(sha256(before, merkleRoot(signatures)), hash)) return way;
    }
    return null;
  }

  /** Null when the hashes of this slot are used up. */
  #hashTimes(count: number): Uint8Array | null {
    this.#hashesLeft -= count;
    if (!(this.#hashesLeft >= 0)) return null;
    const state = Uint8Array.from(this.#hash!);
    hasher ??= new LaneHasher();
    hasher.hashTimes(state, [count]);
    return state;
  }
}

/** One item of each list: the first of all, the last of all, then every other way; bounded. */
function* ways<T>(lists: readonly T[][]): Generator<T[]> {
  yield lists.map((list) => list[0]!);
  if (lists.every(({ length }) => length === 1)) return;
  yield lists.map((list) => list.at(-1)!);
  for (let number = 1; number < MOST_WAYS; number += 1) {
    let rest = number;
    const way = lists.map((list) => {
      const item = list[rest % list.length]!;
      rest = Math.floor(rest / list.length);
      return item;
    });
    if (rest > 0) return;
    yield way;
  }
}
