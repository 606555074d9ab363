import { type Attempt, isPublicProgram, type PoolEvent, type Swap } from '@tickscope/dex';
import type { Moment } from './age.js';
import { eventsByPool } from './block-events.js';
import type { BlockTrades } from './bracket.js';
import type { Candidate } from './candidate.js';
import type { Chosen } from './choose-brackets.js';
import { type Guest, type Leg, type Membership, makeLeg, Role, type Way } from './leg.js';

export interface PoolWindow<S extends Swap> {
  readonly key: string;
  readonly address: string;
  /** The two tokens; way 0 pays the first. */
  readonly mintA: string;
  readonly mintB: string;
  /** In order of position; the first `left` have left the window. `legs[i].ordinal` is `i + base`. */
  legs: Leg<S>[];
  left: number;
  base: number;
  /** All swaps so far that went way 0. */
  way0: number;
  /** Legs that may be brackets, not final: in the order in which they claim. */
  candidates: Candidate<S>[];
  chosen: Chosen<S>[];
}

export interface WindowBlock<S extends Swap> {
  readonly slot: number;
  /** Apart from the block, so that a leg that is still pointed to does not keep all its block alive. */
  readonly moment: Moment;
  readonly legs: Leg<S>[];
  readonly attempts: readonly Attempt[];
  readonly poolEvents: readonly PoolEvent[];
}

/** Roles that a back leg may have. */
const BACK_ROLES = Role.SIGNER | Role.PAYER | Role.EMPTY | Role.PROGRAM;

/**
 * Swaps of the last slots by pool and by address. Every swap passes here: for most it is one look at the pool, one at
 * the trader, and one record.
 */
export class Window<S extends Swap> {
  readonly blocks: WindowBlock<S>[] = [];
  /** Legs of the newest block that may close a bracket. */
  readonly closing: Leg<S>[] = [];
  /** Legs of the newest block whose signer also trades in other pools. */
  readonly crossing: Membership<S>[] = [];
  readonly #pools = new Map<string, PoolWindow<S>>();
  /** The latest leg of each address. */
  readonly #addresses = new Map<string, Membership<S>>();
  readonly #maxSpan: number;
  #count = 0;

  constructor(maxSpan: number) {
    this.#maxSpan = maxSpan;
  }

  open({ slot, blockTime, attempts, poolEvents }: BlockTrades<S>): WindowBlock<S> {
    const opened: WindowBlock<S> = { slot, moment: { slot, blockTime }, legs: [], attempts, poolEvents };
    this.blocks.push(opened);
    this.closing.length = 0;
    this.crossing.length = 0;
    return opened;
  }

  add(block: WindowBlock<S>, swap: S): Leg<S> {
    const pool = this.#poolOf(swap);
    const { trader, feePayer, outerProgramId, source, destination } = swap;
    const leg = makeLeg(swap, block.moment, pool, this.#count);
    this.#count += 1;
    if (leg.way === 0) pool.way0 += 1;
    pool.legs.push(leg);
    block.legs.push(leg);
    this.#join(leg);
    const filled = destination.account === null ? null : destination.owner;
    const emptied = source.account === null ? null : source.owner;
    if (feePayer !== trader) {
      let roles: number = Role.PAYER;
      if (filled === feePayer) roles |= Role.FILL;
      if (emptied === feePayer) roles |= Role.EMPTY;
      this.#invite(leg, feePayer, roles);
    }
    if (filled !== null && filled !== trader && filled !== feePayer)
      this.#invite(leg, filled, emptied === filled ? Role.FILL | Role.EMPTY : Role.FILL);
    if (emptied !== null && emptied !== trader && emptied !== feePayer && emptied !== filled)
      this.#invite(leg, emptied, Role.EMPTY);
    if (outerProgramId !== swap.programId && outerProgramId !== '' && !isPublicProgram(outerProgramId))
      this.#invite(leg, outerProgramId, Role.PROGRAM);
    return leg;
  }

  /** The leg may close a bracket. */
  closes(leg: Leg<S>): void {
    if (this.closing[this.closing.length - 1] !== leg) this.closing.push(leg);
  }

  /** The latest of an address's legs in a pool; may have left the window. */
  latest(key: string, pool: PoolWindow<S>): Membership<S> | null {
    const last = this.#addresses.get(key);
    return last === undefined ? null : latestIn(last, pool);
  }

  /** Drops the blocks up to a slot. */
  forget(upTo: number): void {
    let dropped = 0;
    while (dropped < this.blocks.length && this.blocks[dropped]!.slot <= upTo) {
      for (const leg of this.blocks[dropped]!.legs) this.#drop(leg);
      dropped += 1;
    }
    if (dropped > 0) this.blocks.splice(0, dropped);
  }

  /** In order of position. */
  attemptsOn(pool: string, firstSlot: number, lastSlot: number): Attempt[] {
    return this.#between(firstSlot, lastSlot).flatMap(({ attempts }) => eventsByPool(attempts, pool));
  }

  /** In order of position. */
  eventsOf(pool: string, firstSlot: number, lastSlot: number): PoolEvent[] {
    return this.#between(firstSlot, lastSlot).flatMap(({ poolEvents }) => eventsByPool(poolEvents, pool));
  }

  #between(firstSlot: number, lastSlot: number): WindowBlock<S>[] {
    let first = this.blocks.length;
    while (first > 0 && this.blocks[first - 1]!.slot >= firstSlot) first -= 1;
    let end = this.blocks.length;
    while (end > first && this.blocks[end - 1]!.slot > lastSlot) end -= 1;
    return this.blocks.slice(first, end);
  }

  #poolOf(swap: S): PoolWindow<S> {
    const { pool: address, mintIn, mintOut } = swap;
    const known = this.#pools.get(address);
    if (known === undefined) return this.#makePool(address, swap);
    const { mintA, mintB } = known;
    if (mintIn === mintA ? mintOut === mintB : mintIn === mintB && mintOut === mintA) return known;
    // A pool of more than two tokens: each pair is its own.
    const key = `${address} ${mintIn < mintOut ? `${mintIn} ${mintOut}` : `${mintOut} ${mintIn}`}`;
    return this.#pools.get(key) ?? this.#makePool(key, swap);
  }

  #makePool(key: string, { pool: address, mintIn, mintOut }: S): PoolWindow<S> {
    const made: PoolWindow<S> = {
      key,
      address,
      mintA: mintIn,
      mintB: mintOut,
      legs: [],
      left: 0,
      base: 0,
      way0: 0,
      candidates: [],
      chosen: [],
    };
    this.#pools.set(key, made);
    return made;
  }

  #invite(leg: Leg<S>, key: string, roles: number): void {
    const signs = (roles & Role.SIGNING) !== 0 || leg.swap.signers.includes(key);
    const guest: Guest<S> = {
      leg,
      key,
      roles,
      hasSigned: signs,
      isLast: true,
      isLastInPool: true,
      earlier: null,
      before: null,
      opposite: null,
      depth: 1,
      byPool: null,
    };
    if (leg.guests === null) leg.guests = [guest];
    else leg.guests.push(guest);
    this.#join(guest);
  }

  /** Puts a leg at the end of an address's lists. */
  #join(membership: Membership<S>): void {
    const { leg, key, roles } = membership;
    const before = this.#addresses.get(key);
    this.#addresses.set(key, membership);
    if (before === undefined) return;
    before.isLast = false;
    membership.before = before;
    membership.hasSigned ||= before.hasSigned;
    membership.depth = before.depth + 1;
    membership.byPool = before.byPool ?? (membership.depth > WALKED ? indexOf(before) : null);
    const earlier = latestIn(before, leg.pool);
    membership.byPool?.set(leg.pool, membership);
    if (earlier !== null) {
      earlier.isLastInPool = false;
      membership.earlier = earlier;
      membership.opposite = earlier.leg.way === leg.way ? earlier.opposite : earlier;
    }
    if ((roles & BACK_ROLES) === 0 || !membership.hasSigned) return;
    const { opposite } = membership;
    if (opposite !== null && leg.slot - opposite.leg.slot <= this.#maxSpan) this.closes(leg);
    if ((roles & Role.SIGNER) !== 0 && isCrossing(membership, before)) this.crossing.push(membership);
  }

  #drop(leg: Leg<S>): void {
    const { pool } = leg;
    this.#leave(leg);
    if (leg.guests !== null) for (const guest of leg.guests) this.#leave(guest);
    leg.linked = null;
    pool.left += 1;
    if (pool.left === pool.legs.length) this.#pools.delete(pool.key);
    else if (pool.left >= 64 && pool.left * 2 > pool.legs.length) {
      pool.legs = pool.legs.slice(pool.left);
      pool.base += pool.left;
      pool.left = 0;
    }
  }

  /** What still points to it keeps it alone: who walks the lists goes by slot. */
  #leave(membership: Membership<S>): void {
    membership.earlier = null;
    membership.before = null;
    membership.opposite = null;
    if (membership.isLast) this.#addresses.delete(membership.key);
    else if (membership.isLastInPool) membership.byPool?.delete(membership.leg.pool);
  }
}

/** An address with more legs than this gets an index of its pools. */
const WALKED = 8;

function indexOf<S extends Swap>(last: Membership<S>): Map<PoolWindow<S>, Membership<S>> {
  const index = new Map<PoolWindow<S>, Membership<S>>();
  for (let at: Membership<S> | null = last; at !== null; at = at.before) {
    if (!index.has(at.leg.pool)) index.set(at.leg.pool, at);
    at.byPool = index;
  }
  return index;
}

function latestIn<S extends Swap>(last: Membership<S>, pool: PoolWindow<S>): Membership<S> | null {
  if (last.leg.pool === pool) return last;
  if (last.byPool !== null) return last.byPool.get(pool) ?? null;
  for (let at = last.before; at !== null; at = at.before) if (at.leg.pool === pool) return at;
  return null;
}

/** Of an address's latest legs so many are looked at for one that traded back in another pool. */
const CROSSING_READ = 8;

function isCrossing<S extends Swap>({ leg }: Membership<S>, last: Membership<S>): boolean {
  const { pool, way } = leg;
  const mintIn = way === 0 ? pool.mintA : pool.mintB;
  const mintOut = way === 0 ? pool.mintB : pool.mintA;
  let before: Membership<S> | null = last;
  for (let read = 0; before !== null && read < CROSSING_READ; before = before.before, read += 1) {
    const other = before.leg.pool;
    if (other === pool) continue;
    const isBack =
      before.leg.way === 0
        ? other.mintB === mintIn && other.mintA === mintOut
        : other.mintA === mintIn && other.mintB === mintOut;
    if (isBack) return true;
  }
  return false;
}

/** The leg of a pool at an ordinal that is in the window. */
export function legAt<S extends Swap>(pool: PoolWindow<S>, ordinal: number): Leg<S> {
  return pool.legs[ordinal - pool.base]!;
}

/** The pool's swaps so far that went a way, before a leg. */
export function earlierOf<S extends Swap>(leg: Leg<S>, way: Way): number {
  return way === 0 ? leg.earlierWay0 : leg.ordinal - leg.earlierWay0;
}
