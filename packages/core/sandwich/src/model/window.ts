import { firstIndex, groupBy } from '@tickscope/chain';
import { type Attempt, isPublicProgram, type PoolEvent, type Swap, type Tip } from '@tickscope/dex';
import { AddressLists, whole } from './address-lists.js';
import type { Moment } from './age.js';
import { eventsByPool } from './block-events.js';
import {
  type Leg,
  type Passage,
  type Passages,
  type Placed,
  type PoolWindow,
  Role,
  type SwapDirection,
} from './leg.js';
import { readAmounts, readSwaps } from './read-ahead.js';
import type { BlockTrades } from './sandwich.js';
import { hashSome } from './text-hash.js';

export interface WindowBlock<S extends Swap> {
  readonly slot: number;
  /** A separate object, so that a leg that is still referenced does not keep the whole block alive. */
  readonly moment: Moment;
  readonly firstRow: number;
  readonly swaps: readonly S[];
  /** Those of its swaps that have a `Leg` object. */
  readonly legs: Leg<S>[];
  readonly attempts: readonly Attempt[];
  readonly poolEvents: readonly PoolEvent[];
  /** By index in the block. */
  readonly tips: ReadonlyMap<number, readonly Tip[]>;
}

/** Roles that a back leg's address may have. */
const BACK_ROLES = Role.SIGNER | Role.PAYER | Role.EMPTY | Role.PROGRAM;

const NOTHING = { first: null, last: null, passage: { swaps: [], directions: [], rows: [] } };

const NO_TIPS: ReadonlyMap<number, readonly Tip[]> = new Map();

const NOTHING_BEFORE = { first: null, fromSlot: 0, passage: NOTHING.passage };
/** How many swaps before a sandwich are looked at for what its surroundings say. */
const MOST_BEFORE = 256;

const LEAST_HASHES = 1_024;
const LAST_POOLS = 4_096;

/** How many of an address's latest legs are searched for one that traded back in another pool. */
const CROSSING_READ = 8;

/** The numbers kept with a row. A guest's row has only `INDEX`: the negative distance to its swap's row. */
const Kept = {
  /** Index of the swap in its block. */
  INDEX: 0,
  /** Distance in rows to the pool's previous swap; 0: none. */
  PREVIOUS: 1,
  /** Number of earlier swaps of the pool, and of those with direction 0. */
  COUNT: 2,
  DIRECTION0: 3,
} as const;

/**
 * The swaps of the last slots by pool and by address. Every swap passes through here. Most cost one look-up of the
 * pool, one of the trader, and writing a few numbers; everything else is created on demand (`legOf`).
 *
 * A swap has one row for its trader, followed by rows for its guests: the other addresses with a role in it.
 *
 *     row        100         101           102           103
 *     address    trader      fee payer     program       trader
 *     INDEX      7           -1            -2            8          own row: the swap's index in its block
 *                ^            |             |                       guest: rows back to the swap's own row
 *                +------------+-------------+
 *     PREVIOUS   12                                      3          rows back to the pool's previous swap
 *                |-------- swap 7 --------------|        |-- swap 8
 *
 *     #blocks    slot 5001: firstRow 93, swaps, attempts | slot 5002: firstRow 140, ...
 *     #legs      the `Leg` at `row & mask` once it was created, else null
 */
export class Window<S extends Swap> implements Passages<S> {
  /**
   * One row per swap for its trader, directly followed by those of its guests if they are other addresses: fee payer,
   * owners of its token accounts, private program.
   */
  readonly lists = new AddressLists();
  /** Legs of the newest block that may close a sandwich. */
  closing: Leg<S>[] = [];
  /** Legs of the newest block whose signer also trades in other pools. */
  crossing: Leg<S>[] = [];
  readonly #maxSpan: number;
  #blocks: WindowBlock<S>[] = [];
  /** Ring of the created legs, indexed by row like the lists. */
  #legs: (Leg<S> | null)[] = [null];
  /** The last result of `between`: victims and harm request the same one. */
  #between: { first: Leg<S> | null; last: Leg<S> | null; passage: Passage<S> } = NOTHING;
  /** The last result of `before`. */
  #before: { first: Leg<S> | null; fromSlot: number; passage: Passage<S> } = NOTHING_BEFORE;
  readonly #poolsByKey = new Map<string, PoolWindow<S>>();
  /** Cache of the last pool per address hash; avoids most look-ups in the map. */
  readonly #lastPools = new Array<PoolWindow<S> | null>(LAST_POOLS).fill(null);
  /** Number of pools in the window per mint. */
  readonly #poolsOfMint = new Map<string, number>();
  /** Pools by number. */
  readonly #pools: (PoolWindow<S> | null)[] = [];
  readonly #freeIds: number[] = [];
  /** Hashes of the traders of the newest block's swaps. */
  #hashes = new Int32Array(LEAST_HASHES);
  /** Result of prefetching; unused, see read-ahead.ts. */
  read = 0;
  /** The end of the rows when pools without swaps were last dropped. */
  #sweptAt = 0;

  constructor(maxSpan: number) {
    this.#maxSpan = maxSpan;
  }

  open({ slot, blockTime, swaps, attempts, poolEvents, tips }: BlockTrades<S>): WindowBlock<S> {
    const firstRow = this.lists.end;
    const opened: WindowBlock<S> = {
      slot,
      moment: { slot, blockTime },
      firstRow,
      // Copied, because it is read later and the caller may change its own list.
      swaps: swaps.slice(),
      legs: [],
      attempts,
      poolEvents,
      tips: tips.length === 0 ? NO_TIPS : groupBy(tips, ({ blockIndex }) => blockIndex),
    };
    this.#blocks.push(opened);
    this.closing = [];
    this.crossing = [];
    let near = this.#blocks.length - 1;
    while (near > 0 && this.#blocks[near - 1]!.slot >= slot - this.#maxSpan) near -= 1;
    this.lists.forget(this.#blocks[0]!.firstRow, this.#blocks[near]!.firstRow);
    if (this.#hashes.length < swaps.length) this.#hashes = new Int32Array(2 * swaps.length);
    this.read = readSwaps(swaps, this.lists, this.#hashes);
    return opened;
  }

  /** Adds a swap of the newest block. Returns its row. @param index its index in the block */
  add(swap: S, index: number): number {
    const { trader, feePayer, outerProgramId, source, destination } = swap;
    const pool = this.#poolOf(swap);
    const { lists } = this;
    const direction = swap.mintIn === pool.mintA ? 0 : 1;
    const roles = swap.authoritySigned ? Role.SIGNER : Role.PAYER;
    const row = lists.add(trader, pool.id, direction, roles, true, this.#hashes[index]);
    lists.keep(row, index, pool.last === 0 ? 0 : row - pool.last, pool.count, pool.inDirection0);
    pool.last = row;
    pool.count += 1;
    if (direction === 0) pool.inDirection0 += 1;
    if (lists.before(row) !== 0) this.#look(row, row);
    const filled = destination.account === null ? null : destination.owner;
    const emptied = source.account === null ? null : source.owner;
    if (feePayer !== trader) {
      let guest: number = Role.PAYER;
      if (filled === feePayer) guest |= Role.FILL;
      if (emptied === feePayer) guest |= Role.EMPTY;
      this.#invite(swap, row, feePayer, guest);
    }
    if (filled !== null && filled !== trader && filled !== feePayer)
      this.#invite(swap, row, filled, emptied === filled ? Role.FILL | Role.EMPTY : Role.FILL);
    if (emptied !== null && emptied !== trader && emptied !== feePayer && emptied !== filled)
      this.#invite(swap, row, emptied, Role.EMPTY);
    if (outerProgramId !== swap.programId && outerProgramId !== '' && !isPublicProgram(outerProgramId))
      this.#invite(swap, row, outerProgramId, Role.PROGRAM);
    return row;
  }

  /** Returns the leg of a swap by its own row or a guest's. */
  legOf(row: number): Leg<S> {
    const index = this.lists.kept(row, Kept.INDEX);
    const own = index < 0 ? row + index : row;
    return this.#known(own) ?? this.#makeLeg(own, this.#blocks[this.#blockIndexOf(own)]!);
  }

  /** All swaps of a swap's transaction, in order, by the swap's own row. */
  transactionOf(row: number): readonly S[] {
    const { swaps } = this.#blocks[this.#blockIndexOf(row)]!;
    let first = this.lists.kept(row, Kept.INDEX);
    const { blockIndex } = swaps[first]!;
    let end = first + 1;
    while (first > 0 && swaps[first - 1]!.blockIndex === blockIndex) first -= 1;
    while (end < swaps.length && swaps[end]!.blockIndex === blockIndex) end += 1;
    return swaps.slice(first, end);
  }

  /** The same with their own rows, which are in the same order, those of guests between them. */
  placedTransactionOf(row: number): Placed<S>[] {
    const swaps = this.transactionOf(row);
    const own = this.#blocks[this.#blockIndexOf(row)]!.swaps[this.lists.kept(row, Kept.INDEX)]!;
    let at = row;
    const step = (by: 1 | -1): void => {
      do at += by;
      while (this.lists.kept(at, Kept.INDEX) < 0);
    };
    for (let left = swaps.indexOf(own); left > 0; left -= 1) step(-1);
    return swaps.map((swap, index) => {
      if (index > 0) step(1);
      return { swap, order: at };
    });
  }

  /** Claims of final sandwiches on a row's swap: bits of `Claim`. */
  claimsOf(row: number): number {
    return this.#known(row)?.claims ?? 0;
  }

  /** The pool's previous leg, if it is in the window. */
  previous({ order }: Leg<S>): Leg<S> | null {
    const row = this.#previous(order);
    return row === 0 ? null : this.legOf(row);
  }

  /** Whether the leg's pool had another swap in the `maxSpan` slots up to it. */
  hadSwapBefore(leg: Leg<S>): boolean {
    const before = this.previous(leg);
    return before !== null && before.slot >= leg.slot - this.#maxSpan;
  }

  /** Whether the leg's trader traded in another pool since its latest swap in this one. */
  isElsewhereToo({ order, pool }: Leg<S>): boolean {
    const before = this.lists.before(order);
    return before !== 0 && this.lists.pool(before) !== pool.id;
  }

  /** A pool's swaps from a leg up to the position of another leg, both included. */
  between(first: Leg<S>, last: Leg<S>): Passage<S> {
    const known = this.#between;
    if (known.first === first && known.last === last) return known.passage;
    const { lists } = this;
    const { pool } = first;
    const rows: number[] = [];
    let latest = last.pool === pool ? last.order : pool.last;
    while (latest > last.order) latest = this.#previous(latest);
    for (let row = latest; row >= first.order; row = this.#previous(row)) rows.push(row);
    rows.reverse();
    const swaps: S[] = [];
    const directions: SwapDirection[] = [];
    const blocks = this.#blocks;
    let at = this.#blockIndexOf(first.order);
    for (const row of rows) {
      while (at + 1 < blocks.length && blocks[at + 1]!.firstRow <= row) at += 1;
      swaps.push(blocks[at]!.swaps[lists.kept(row, Kept.INDEX)]!);
      directions.push(lists.direction(row) as SwapDirection);
    }
    this.read = readAmounts(swaps);
    const passage = { swaps, directions, rows };
    this.#between = { first, last, passage };
    return passage;
  }

  /**
   * The pool's latest swaps before a leg, from a slot on, latest first: at most `MOST_BEFORE`, so that no input makes it
   * long. Makes no legs.
   */
  before(first: Leg<S>, fromSlot: number): Passage<S> {
    const known = this.#before;
    if (known.first === first && known.fromSlot === fromSlot) return known.passage;
    const { lists } = this;
    const blocks = this.#blocks;
    const [swaps, directions, rows]: [S[], SwapDirection[], number[]] = [[], [], []];
    let at = this.#blockIndexOf(first.order);
    for (let row = this.#previous(first.order); row !== 0 && rows.length < MOST_BEFORE; ) {
      while (blocks[at]!.firstRow > row) at -= 1;
      const block = blocks[at]!;
      if (block.slot < fromSlot) break;
      swaps.push(block.swaps[lists.kept(row, Kept.INDEX)]!);
      directions.push(lists.direction(row) as SwapDirection);
      rows.push(row);
      row = this.#previous(row);
    }
    const passage = { swaps, directions, rows };
    this.#before = { first, fromSlot, passage };
    return passage;
  }

  /** The pool's swap before a leg, from a slot on; null if there is none. */
  swapBefore(leg: Leg<S>, fromSlot: number): S | null {
    const row = this.#previous(leg.order);
    if (row === 0) return null;
    const block = this.#blocks[this.#blockIndexOf(row)];
    return block === undefined || block.slot < fromSlot
      ? null
      : block.swaps[this.lists.kept(row, Kept.INDEX)]!;
  }

  #previous(row: number): number {
    const steps = this.lists.kept(row, Kept.PREVIOUS);
    return steps !== 0 && row - steps >= this.lists.first ? row - steps : 0;
  }

  #known(row: number): Leg<S> | null {
    const known = this.#legs[row & (this.#legs.length - 1)];
    return known?.order === row ? known : null;
  }

  #makeLeg(row: number, block: WindowBlock<S>): Leg<S> {
    const { lists } = this;
    const pool = this.#pools[lists.pool(row)]!;
    const leg: Leg<S> = {
      swap: block.swaps[lists.kept(row, Kept.INDEX)]!,
      moment: block.moment,
      slot: block.slot,
      pool,
      direction: lists.direction(row) as SwapDirection,
      order: row,
      ordinal: whole(lists.kept(row, Kept.COUNT), pool.count),
      earlierInDirection0: whole(lists.kept(row, Kept.DIRECTION0), pool.inDirection0),
      claims: 0,
      linked: null,
    };
    if (this.#legs.length < lists.size) this.#growLegs();
    this.#legs[row & (this.#legs.length - 1)] = leg;
    block.legs.push(leg);
    return leg;
  }

  /** The rows of a leg: its trader's and its guests'. */
  rowsOf({ order }: Leg<S>): number[] {
    const rows = [order];
    for (let row = order + 1; row < this.lists.end && this.lists.kept(row, Kept.INDEX) < 0; row += 1)
      rows.push(row);
    return rows;
  }

  /** Whether a mint was swapped in the window. Swaps of the newest block count once they are added. */
  isTraded(mint: string): boolean {
    return this.#poolsOfMint.has(mint);
  }

  /** Records that the leg may close a sandwich. */
  closes(leg: Leg<S>): void {
    if (this.closing[this.closing.length - 1] !== leg) this.closing.push(leg);
  }

  /** Drops the blocks up to a slot. */
  forget(upTo: number): void {
    let dropped = 0;
    while (dropped < this.#blocks.length && this.#blocks[dropped]!.slot <= upTo) {
      // Unlinks the legs, so that a leg that is still referenced keeps only itself alive.
      for (const leg of this.#blocks[dropped]!.legs) {
        this.#legs[leg.order & (this.#legs.length - 1)] = null;
        leg.linked = null;
      }
      dropped += 1;
    }
    if (dropped === 0) return;
    this.#between = NOTHING;
    this.#before = NOTHING_BEFORE;
    this.#blocks.splice(0, dropped);
    const first = this.#blocks[0]?.firstRow ?? this.lists.end;
    this.lists.forget(first, Math.max(first, this.lists.reach));
    if (first >= this.#sweptAt) this.#sweep();
  }

  /** The tips of a block, by the index of the transaction. */
  tipsOf(slot: number): ReadonlyMap<number, readonly Tip[]> {
    const blocks = this.#blocks;
    const block = blocks[firstIndex(blocks.length, (at) => blocks[at]!.slot < slot)];
    return block?.slot === slot ? block.tips : NO_TIPS;
  }

  /** In order of position. */
  attemptsOn(pool: string, firstSlot: number, lastSlot: number): Attempt[] {
    return this.#blocksBetween(firstSlot, lastSlot).flatMap(({ attempts }) => eventsByPool(attempts, pool));
  }

  /** In order of position. */
  eventsOf(pool: string, firstSlot: number, lastSlot: number): PoolEvent[] {
    return this.#blocksBetween(firstSlot, lastSlot).flatMap(({ poolEvents }) =>
      eventsByPool(poolEvents, pool),
    );
  }

  #blocksBetween(firstSlot: number, lastSlot: number): WindowBlock<S>[] {
    let first = this.#blocks.length;
    while (first > 0 && this.#blocks[first - 1]!.slot >= firstSlot) first -= 1;
    let end = this.#blocks.length;
    while (end > first && this.#blocks[end - 1]!.slot > lastSlot) end -= 1;
    return this.#blocks.slice(first, end);
  }

  #growLegs(): void {
    const legs = new Array<Leg<S> | null>(this.lists.size).fill(null);
    for (const block of this.#blocks) for (const leg of block.legs) legs[leg.order & (legs.length - 1)] = leg;
    this.#legs = legs;
  }

  #blockIndexOf(row: number): number {
    let low = 0;
    let high = this.#blocks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#blocks[middle]!.firstRow <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #poolOf(swap: S): PoolWindow<S> {
    const { pool: address, mintIn, mintOut } = swap;
    const at = hashSome(address) & (LAST_POOLS - 1);
    let known = this.#lastPools[at] ?? null;
    if (known === null || known.key !== address || this.#hasLeft(known)) {
      known = this.#poolsByKey.get(address) ?? null;
      if (known === null || this.#hasLeft(known)) known = this.#makePool(address, swap, known);
      this.#lastPools[at] = known;
    }
    const { mintA, mintB } = known;
    if (mintIn === mintA ? mintOut === mintB : mintIn === mintB && mintOut === mintA) return known;
    // A pool of more than two tokens has an entry per pair.
    const key = `${address} ${mintIn < mintOut ? `${mintIn} ${mintOut}` : `${mintOut} ${mintIn}`}`;
    const pair = this.#poolsByKey.get(key) ?? null;
    return pair === null || this.#hasLeft(pair) ? this.#makePool(key, swap, pair) : pair;
  }

  #makePool(key: string, swap: S, gone: PoolWindow<S> | null): PoolWindow<S> {
    if (gone !== null) this.#dropPool(gone);
    const made: PoolWindow<S> = {
      window: this,
      id: this.#freeIds.pop() ?? this.#pools.length,
      key,
      address: swap.pool,
      mintA: swap.mintIn,
      mintB: swap.mintOut,
      pairHash: hashSome(swap.mintIn) ^ hashSome(swap.mintOut),
      last: 0,
      count: 0,
      inDirection0: 0,
    };
    this.#pools[made.id] = made;
    this.#poolsByKey.set(key, made);
    for (const mint of [made.mintA, made.mintB])
      this.#poolsOfMint.set(mint, (this.#poolsOfMint.get(mint) ?? 0) + 1);
    return made;
  }

  /** Whether all of a pool's swaps have left the window. */
  #hasLeft({ last }: PoolWindow<S>): boolean {
    return last < this.lists.first;
  }

  #dropPool(pool: PoolWindow<S>): void {
    this.#poolsByKey.delete(pool.key);
    this.#pools[pool.id] = null;
    this.#freeIds.push(pool.id);
    for (const mint of [pool.mintA, pool.mintB]) {
      const others = this.#poolsOfMint.get(mint)! - 1;
      if (others === 0) this.#poolsOfMint.delete(mint);
      else this.#poolsOfMint.set(mint, others);
    }
  }

  #sweep(): void {
    for (const pool of this.#poolsByKey.values()) if (this.#hasLeft(pool)) this.#dropPool(pool);
    this.#sweptAt = this.lists.end;
  }

  #invite(swap: S, own: number, key: string, roles: number): void {
    const { lists } = this;
    const pool = lists.pool(own);
    const signs = (roles & Role.SIGNING) !== 0 || swap.signers.includes(key);
    const row = lists.add(key, pool, lists.direction(own), roles, signs);
    lists.keep(row, own - row, 0, 0, 0);
    if (lists.before(row) !== 0) this.#look(row, own);
  }

  /** For an address seen before: checks whether the leg may close a sandwich, in its pool or across pools. */
  #look(row: number, own: number): void {
    const { lists } = this;
    const roles = lists.roles(row);
    if ((roles & BACK_ROLES) === 0 || !lists.hasSigned(row)) return;
    if (lists.opposite(row) !== 0) this.closes(this.legOf(own));
    if ((roles & Role.SIGNER) !== 0 && this.#isCrossing(row)) this.crossing.push(this.legOf(own));
  }

  #isCrossing(row: number): boolean {
    const { lists } = this;
    const pool = this.#pools[lists.pool(row)]!;
    const isForward = lists.direction(row) === 0;
    const mintIn = isForward ? pool.mintA : pool.mintB;
    const mintOut = isForward ? pool.mintB : pool.mintA;
    let before = lists.before(row);
    for (let read = 0; before !== 0 && read < CROSSING_READ; before = lists.before(before), read += 1) {
      const other = this.#pools[lists.pool(before)]!;
      if (other === pool || other.pairHash !== pool.pairHash) continue;
      const isBack =
        lists.direction(before) === 0
          ? other.mintB === mintIn && other.mintA === mintOut
          : other.mintA === mintIn && other.mintB === mintOut;
      if (isBack) return true;
    }
    return false;
  }
}
