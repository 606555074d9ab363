import { hashAll, hashSome, mixed } from './text-hash.js';

/** Where a field is in a row of `#near`: what a search looks at, four to a row, so that it costs one cache line. */
const Near = {
  /** Of the address. */
  HASH: 0,
  /** Rows back to the latest row of the next address of the same bucket; 0: none. */
  NEXT: 1,
  /** Rows back to the address's row before; 0: none. */
  BEFORE: 2,
  /** The pool's number × 2 + way. */
  POOL_WAY: 3,
} as const;
const NEAR_BITS = 2;

/** And in a row of `#far`. */
const Far = {
  /** Rows back to the address's row before in the same pool; 0: none. */
  EARLIER: 0,
  /** Rows back to its latest earlier one in the pool that went the other way; 0: none. */
  OPPOSITE: 1,
  /** As `NEXT`, by address and pool: of addresses with many rows. */
  NEXT_PAIR: 2,
  /** Roles, `SIGNED`, `FOLLOWED`, and how many rows the address has, up to `DEEP`. */
  NOTES: 3,
  /** What is kept with it. */
  KEPT: 4,
} as const;
const FAR_BITS = 3;

const ROLES = 31;
/** This row or an earlier one of the address had its signature, or ran in its program: else it links nothing. */
const SIGNED = 32;
/** What the address did before in this row's pool has been looked for. */
const FOLLOWED = 64;
const DEPTH_SHIFT = 7;
/** An address with more rows than this is looked up by pool as well. */
const WALKED = 8;
const DEEP = WALKED + 1;
/** So many addresses in one bucket are no chance. */
const CROWD = 64;

/** More rows back than there can be. */
const OUT_OF_REACH = 2 ** 31 - 1;

/** About what the live window keeps of a busy chain, so that it hardly ever grows. */
const LEAST_ROWS = 16_384;

/**
 * The legs of every address, in order: one row for each leg and address, numbered from 1; 0 is no row. Every swap comes
 * through here, and what it costs is how much memory it touches. So there is no map and no object for it: rows lie in
 * rings of numbers and point back by distance, and the addresses of a hash bucket are chained by their latest rows,
 * latest first. Nothing is ever taken out: a chain ends at the first row that is out of reach.
 */
export class AddressLists {
  #mask: number;
  #near: Int32Array;
  #far: Int32Array;
  #keys: string[];
  /** Of each bucket the latest row (its low 32 bits): by address, and by address and pool. */
  #heads: Int32Array;
  #pairHeads: Int32Array;
  #first = 1;
  #end = 1;
  #reach = 1;
  #isCareful = false;
  #newerPair = 0;

  /** With room for so many rows, a power of two; it grows when it must. */
  constructor(rows = LEAST_ROWS) {
    this.#mask = rows - 1;
    this.#near = new Int32Array(rows << NEAR_BITS);
    this.#far = new Int32Array(rows << FAR_BITS);
    this.#keys = new Array<string>(rows).fill('');
    this.#heads = new Int32Array(rows);
    this.#pairHeads = new Int32Array(rows);
  }

  /** The number that the next row gets. */
  get end(): number {
    return this.#end;
  }

  /** Rows that there is room for: a power of two. */
  get size(): number {
    return this.#mask + 1;
  }

  /** The oldest row that is kept. */
  get first(): number {
    return this.#first;
  }

  /** Rows before this one are in no list. */
  get reach(): number {
    return this.#reach;
  }

  /** Neither goes back. */
  forget(first: number, reach: number): void {
    this.#first = first;
    this.#reach = reach;
  }

  /**
   * Reads what an address will be looked up by. Done for many addresses one right after the other before they are added,
   * memory fetches many at once. What it gives means nothing, but for it the reading would be left out as useless.
   */
  glance(hash: number): number {
    const mask = this.#mask;
    return this.#near[(this.#heads[hash & mask]! & mask) << NEAR_BITS]!;
  }

  /** Adds a row at the end of an address's lists; its number. `some` is the key's `hashSome`, where it is at hand. */
  add(key: string, pool: number, way: number, roles: number, signs: boolean, some = hashSome(key)): number {
    const row = this.#end;
    if (row - this.#first > this.#mask) this.#grow();
    this.#end = row + 1;
    const mask = this.#mask;
    const near = this.#near;
    const keys = this.#keys;
    const hash = this.#isCareful ? hashAll(key) : some;
    const bucket = hash & mask;
    // Distances rather than rows, so that all of it is done in 32 bits.
    const farthest = row - this.#reach;
    const head = (row - this.#heads[bucket]!) >>> 0;
    let steps = head;
    let newer = -1;
    let place = ((row - steps) & mask) << NEAR_BITS;
    let looked = 0;
    while (steps <= farthest && !(near[place] === hash && keys[place >> NEAR_BITS] === key)) {
      const next = near[place + Near.NEXT]!;
      newer = place;
      steps = next === 0 ? OUT_OF_REACH : steps + next;
      place = ((row - steps) & mask) << NEAR_BITS;
      looked += 1;
    }
    const isKnown = steps <= farthest;
    let next = head <= farthest ? head : 0;
    if (isKnown) {
      // The address moves to the front: its place in the chain is that of its latest row.
      const older = near[place + Near.NEXT]!;
      if (newer === -1) next = older === 0 ? 0 : head + older;
      else near[newer + Near.NEXT] = older === 0 ? 0 : near[newer + Near.NEXT]! + older;
    }
    const at = row & mask;
    const own = at << NEAR_BITS;
    near[own] = hash;
    near[own + Near.NEXT] = next <= farthest ? next : 0;
    near[own + Near.BEFORE] = isKnown ? steps : 0;
    near[own + Near.POOL_WAY] = (pool << 1) | way;
    keys[at] = key;
    this.#heads[bucket] = row;
    const far = this.#far;
    const farPlace = at << FAR_BITS;
    far[farPlace] = 0;
    far[farPlace + Far.OPPOSITE] = 0;
    far[farPlace + Far.NOTES] = roles | (signs ? SIGNED : 0) | FOLLOWED | (1 << DEPTH_SHIFT);
    if (isKnown) this.#inherit(row, row - steps);
    if (looked > CROWD && !this.#isCareful) this.#beCareful();
    return row;
  }

  key(row: number): string {
    return this.#keys[row & this.#mask]!;
  }

  roles(row: number): number {
    return this.#notes(row) & ROLES;
  }

  hasSigned(row: number): boolean {
    return (this.#notes(row) & SIGNED) !== 0;
  }

  pool(row: number): number {
    return this.#near[((row & this.#mask) << NEAR_BITS) + Near.POOL_WAY]! >>> 1;
  }

  way(row: number): number {
    return this.#near[((row & this.#mask) << NEAR_BITS) + Near.POOL_WAY]! & 1;
  }

  /** Keeps four numbers with a row, 32 bits of each. */
  keep(row: number, first: number, second: number, third: number, fourth: number): void {
    const far = this.#far;
    const place = ((row & this.#mask) << FAR_BITS) + Far.KEPT;
    far[place] = first;
    far[place + 1] = second;
    far[place + 2] = third;
    far[place + 3] = fourth;
  }

  /** What is kept with a row. */
  kept(row: number, which: 0 | 1 | 2 | 3): number {
    return this.#far[((row & this.#mask) << FAR_BITS) + Far.KEPT + which]!;
  }

  /** The address's row before, in any pool. */
  before(row: number): number {
    return this.#reached(back(row, this.#near[((row & this.#mask) << NEAR_BITS) + Near.BEFORE]!));
  }

  /** The address's row before, in the same pool. */
  earlier(row: number): number {
    if ((this.#notes(row) & FOLLOWED) === 0) this.#catchUp(row);
    return this.#reached(back(row, this.#far[(row & this.#mask) << FAR_BITS]!));
  }

  /** The address's latest earlier row in the pool that went the other way. */
  opposite(row: number): number {
    if ((this.#notes(row) & FOLLOWED) === 0) this.#catchUp(row);
    return this.#reached(back(row, this.#far[((row & this.#mask) << FAR_BITS) + Far.OPPOSITE]!));
  }

  /** The latest of an address's rows in a pool. */
  latest(key: string, pool: number): number {
    const near = this.#near;
    const mask = this.#mask;
    const hash = this.#isCareful ? hashAll(key) : hashSome(key);
    let row = whole(this.#heads[hash & mask]!, this.#end);
    while (row >= this.#reach && !(near[(row & mask) << NEAR_BITS] === hash && this.key(row) === key))
      row = this.#next(row);
    row = this.#reached(row);
    if (row === 0) return 0;
    if ((this.#notes(row) & FOLLOWED) === 0) this.#catchUp(row);
    return this.#latestIn(row, pool);
  }

  /**
   * What a row takes over from the address's row before. Of who never signed hardly anything is asked, and aggregators'
   * authorities come up all the time: where such a one was in the pool is looked for when somebody wants to know.
   */
  #inherit(row: number, before: number): void {
    const far = this.#far;
    const place = ((row & this.#mask) << FAR_BITS) + Far.NOTES;
    const older = this.#notes(before);
    const notes =
      (far[place]! & (ROLES | SIGNED)) |
      (older & SIGNED) |
      (Math.min((older >> DEPTH_SHIFT) + 1, DEEP) << DEPTH_SHIFT);
    far[place] = notes;
    if ((notes & SIGNED) === 0) return;
    if ((older & FOLLOWED) === 0) this.#catchUp(before);
    this.#follow(row, before);
  }

  /** Follows an address up to a row. */
  #catchUp(last: number): void {
    const rows: number[] = [];
    for (let row = last; row !== 0 && (this.#notes(row) & FOLLOWED) === 0; row = this.before(row))
      rows.push(row);
    for (let at = rows.length - 1; at >= 0; at -= 1) this.#follow(rows[at]!, this.before(rows[at]!));
  }

  /** What the address did before in a row's pool; once for each row, in order. `before`: its row before, 0: none. */
  #follow(row: number, before: number): void {
    const far = this.#far;
    const place = (row & this.#mask) << FAR_BITS;
    far[place + Far.NOTES] = this.#notes(row) | FOLLOWED;
    const isDeep = this.#notes(row) >> DEPTH_SHIFT === DEEP;
    if (isDeep && before !== 0 && this.#notes(before) >> DEPTH_SHIFT === WALKED) this.#addPairsUpTo(before);
    const earlier = isDeep ? this.#addPair(row) : before === 0 ? 0 : this.#latestIn(before, this.pool(row));
    if (earlier === 0) return;
    const opposite = this.way(earlier) === this.way(row) ? this.opposite(earlier) : earlier;
    far[place] = row - earlier;
    far[place + Far.OPPOSITE] = distance(row, opposite);
  }

  #latestIn(last: number, pool: number): number {
    if (this.pool(last) === pool) return last;
    if (this.#notes(last) >> DEPTH_SHIFT === DEEP) return this.#findPair(last, pool);
    let row = this.before(last);
    while (row !== 0 && this.pool(row) !== pool) row = this.before(row);
    return row;
  }

  /** The latest row of an address (that of a row) in a pool; leaves in `#newerPair` the one before it in its chain. */
  #findPair(like: number, pool: number): number {
    const key = this.key(like);
    const hash = this.#hash(like);
    this.#newerPair = 0;
    let row = whole(this.#pairHeads[this.#pairBucket(hash, pool)]!, this.#end);
    while (row >= this.#reach) {
      if (this.#hash(row) === hash && this.pool(row) === pool && this.key(row) === key) return row;
      this.#newerPair = row;
      row = this.#nextPair(row);
    }
    return 0;
  }

  /** From now on this is the latest row of its address in its pool; gives the one that was. */
  #addPair(row: number): number {
    const bucket = this.#pairBucket(this.#hash(row), this.pool(row));
    const known = this.#findPair(row, this.pool(row));
    if (known !== 0) this.#linkPair(bucket, this.#newerPair, this.#nextPair(known));
    // Latest first: others' rows may be later than one that is added when its address has become one of many.
    let newer = 0;
    let next = whole(this.#pairHeads[bucket]!, this.#end);
    while (next > row) {
      newer = next;
      next = this.#nextPair(next);
    }
    this.#linkPair(bucket, newer, row);
    this.#linkPair(bucket, row, next < this.#reach ? 0 : next);
    return known;
  }

  /** Puts a row (0: none) behind another in a chain, or at its head. */
  #linkPair(bucket: number, newer: number, row: number): void {
    if (newer === 0) this.#pairHeads[bucket] = row;
    else this.#far[((newer & this.#mask) << FAR_BITS) + Far.NEXT_PAIR] = distance(newer, row);
  }

  /** An address has become one of many rows. */
  #addPairsUpTo(last: number): void {
    const rows: number[] = [];
    for (let row = last; row !== 0; row = this.before(row)) rows.push(row);
    for (let at = rows.length - 1; at >= 0; at -= 1) this.#addPair(rows[at]!);
  }

  #pairBucket(hash: number, pool: number): number {
    return mixed(hash ^ Math.imul(pool + 1, 0x9e37_79b1)) & this.#mask;
  }

  #nextPair(row: number): number {
    return back(row, this.#far[((row & this.#mask) << FAR_BITS) + Far.NEXT_PAIR]!);
  }

  #hash(row: number): number {
    return this.#near[(row & this.#mask) << NEAR_BITS]!;
  }

  #notes(row: number): number {
    return this.#far[((row & this.#mask) << FAR_BITS) + Far.NOTES]!;
  }

  #reached(row: number): number {
    return row >= this.#reach ? row : 0;
  }

  #grow(): void {
    const rows = 2 * (this.#mask + 1);
    const near = new Int32Array(rows << NEAR_BITS);
    const far = new Int32Array(rows << FAR_BITS);
    const keys = new Array<string>(rows).fill('');
    for (let row = this.#first; row < this.#end; row += 1) {
      const from = row & this.#mask;
      const to = row & (rows - 1);
      for (let field = 0; field < 1 << NEAR_BITS; field += 1)
        near[(to << NEAR_BITS) + field] = this.#near[(from << NEAR_BITS) + field]!;
      for (let field = 0; field < 1 << FAR_BITS; field += 1)
        far[(to << FAR_BITS) + field] = this.#far[(from << FAR_BITS) + field]!;
      keys[to] = this.#keys[from]!;
    }
    const chains = this.#chains();
    this.#mask = rows - 1;
    this.#near = near;
    this.#far = far;
    this.#keys = keys;
    this.#chain(chains);
  }

  /** Somebody chose addresses that look alike: from now on all of a text is hashed. */
  #beCareful(): void {
    this.#isCareful = true;
    const chains = this.#chains();
    for (let row = this.#first; row < this.#end; row += 1)
      this.#near[(row & this.#mask) << NEAR_BITS] = hashAll(this.key(row));
    this.#chain(chains);
  }

  #next(row: number): number {
    return back(row, this.#near[((row & this.#mask) << NEAR_BITS) + Near.NEXT]!);
  }

  /** The rows in the chains: they are the latest of their addresses, and of their addresses and pools. */
  #chains(): { latest: number[]; latestPairs: number[] } {
    return {
      latest: this.#chained(this.#heads, (row) => this.#next(row)),
      latestPairs: this.#chained(this.#pairHeads, (row) => this.#nextPair(row)),
    };
  }

  /** Oldest first. */
  #chained(heads: Int32Array, next: (row: number) => number): number[] {
    const rows: number[] = [];
    for (const head of heads)
      for (let row = whole(head, this.#end); row >= this.#reach; row = next(row)) rows.push(row);
    return rows.sort((a, b) => a - b);
  }

  /** Makes the chains anew: buckets have changed. */
  #chain({ latest, latestPairs }: { latest: readonly number[]; latestPairs: readonly number[] }): void {
    this.#heads = new Int32Array(this.#mask + 1);
    this.#pairHeads = new Int32Array(this.#mask + 1);
    for (const row of latest) {
      const bucket = this.#hash(row) & this.#mask;
      this.#near[((row & this.#mask) << NEAR_BITS) + Near.NEXT] = this.#toHead(row, this.#heads[bucket]!);
      this.#heads[bucket] = row;
    }
    for (const row of latestPairs) {
      const bucket = this.#pairBucket(this.#hash(row), this.pool(row));
      const place = (row & this.#mask) << FAR_BITS;
      this.#far[place + Far.NEXT_PAIR] = this.#toHead(row, this.#pairHeads[bucket]!);
      this.#pairHeads[bucket] = row;
    }
  }

  /** Rows back to what is the head of a bucket so far; 0 where that is out of reach. */
  #toHead(row: number, low: number): number {
    const head = whole(low, this.#end);
    return head < this.#reach ? 0 : row - head;
  }
}

/** The row that lies a distance before another. */
function back(row: number, steps: number): number {
  return steps === 0 ? 0 : row - steps;
}

function distance(row: number, earlier: number): number {
  return earlier === 0 ? 0 : row - earlier;
}

/** The greatest number up to `end` that has these low 32 bits: what is counted here is counted without end. */
export function whole(low: number, end: number): number {
  return end - ((end - low) >>> 0);
}
