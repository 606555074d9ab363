import { hashAll, hashSome, mixed } from './text-hash.js';

/** Field offsets in a row of `#near`: what a look-up reads. 16 bytes per row, so a row lies within one cache line. */
const Near = {
  /** Hash of the address. */
  HASH: 0,
  /** Distance in rows to the latest row of the next address in the same bucket; 0: none. */
  NEXT: 1,
  /** Distance in rows to the address's previous row; 0: none. */
  BEFORE: 2,
  /** Pool number × 2 + direction (0 or 1). */
  POOL_DIRECTION: 3,
} as const;
const NEAR_BITS = 2;

/** Field offsets in a row of `#far`, 32 bytes per row. */
const Far = {
  /** Distance in rows to the address's previous row in the same pool; 0: none. */
  EARLIER: 0,
  /** Distance in rows to the address's latest earlier row in the pool with the opposite direction; 0: none. */
  OPPOSITE: 1,
  /** Like `NEXT`, in the chains by address and pool. Used for addresses with many rows. */
  NEXT_PAIR: 2,
  /** Bits: the roles, `SIGNED`, `FOLLOWED`, then the number of rows of the address, capped at `DEEP`. */
  NOTES: 3,
  /** First of four numbers that the caller stores with the row (`keep`). */
  KEPT: 4,
} as const;
const FAR_BITS = 3;

const ROLES = 31;
/**
 * In this row or an earlier one, the address signed, or is a program that ran. Without it, the address links nothing.
 */
const SIGNED = 32;
/** `EARLIER` and `OPPOSITE` of this row have been computed. */
const FOLLOWED = 64;
const DEPTH_SHIFT = 7;
/** An address with more rows than this also has chains by pool. */
const WALKED = 8;
const DEEP = WALKED + 1;
/** More addresses than this in one bucket are not chance but an attack. */
const CROWD = 64;

/** A distance beyond every row. */
const OUT_OF_REACH = 2 ** 31 - 1;

/** About the number of rows of the live window on a busy chain, so that growing is rare. */
const LEAST_ROWS = 16_384;

/**
 * The rows of every address in order: one row per leg and address, numbered from 1; 0 means no row.
 *
 * Every swap passes through here, and its cost is the memory it touches. So there are no maps and no objects. Rows lie
 * in ring buffers of numbers, at index `row & mask`, and refer to earlier rows by distance. Each hash bucket chains the
 * latest rows of its addresses, latest first. Nothing is removed: a chain ends at the first row that is out of reach.
 *
 *     one row    +------+------+--------+----------------+
 *     in #near   | HASH | NEXT | BEFORE | POOL_DIRECTION |                    4 x int32: a look-up
 *                +------+------+--------+----------------+
 *     in #far    | EARLIER | OPPOSITE | NEXT_PAIR | NOTES | KEPT (4 fields) | 8 x int32: the rest
 *                +---------+----------+-----------+-------+-----------------+
 *     in #keys   the address
 *
 *     #heads[bucket] ---> row 97 (B) --NEXT--> row 90 (A) --NEXT--> row 41 (C) --NEXT--> out of reach
 *                           |                    |
 *                           | BEFORE             | BEFORE
 *                           v                    v
 *                         row 62 (B)           row 35 (A)         older rows of an address are in no chain
 *
 * `#pairHeads` and `NEXT_PAIR` form the same chains by address and pool, for addresses with many rows.
 */
export class AddressLists {
  #mask: number;
  #near: Int32Array;
  #far: Int32Array;
  #keys: string[];
  /** Low 32 bits of the latest row of each bucket: by address, and by address and pool. */
  #heads: Int32Array;
  #pairHeads: Int32Array;
  #first = 1;
  #end = 1;
  #reach = 1;
  #isCareful = false;
  #newerPair = 0;

  /** @param rows initial capacity, a power of two; doubles when full */
  constructor(rows = LEAST_ROWS) {
    this.#mask = rows - 1;
    this.#near = new Int32Array(rows << NEAR_BITS);
    this.#far = new Int32Array(rows << FAR_BITS);
    this.#keys = new Array<string>(rows).fill('');
    this.#heads = new Int32Array(rows);
    this.#pairHeads = new Int32Array(rows);
  }

  /** The number of the next row to be added. */
  get end(): number {
    return this.#end;
  }

  /** Capacity in rows, a power of two. */
  get size(): number {
    return this.#mask + 1;
  }

  /** The oldest row that is kept. */
  get first(): number {
    return this.#first;
  }

  /** Rows before this one are ignored by all look-ups. */
  get reach(): number {
    return this.#reach;
  }

  /** Drops rows before `first` and ignores rows before `reach`. Neither value may decrease. */
  forget(first: number, reach: number): void {
    this.#first = first;
    this.#reach = reach;
  }

  /**
   * Prefetches what a look-up of the address reads. Called for many addresses in a row before they are added, it lets
   * the CPU overlap the cache misses. The result is returned only so that the JIT does not remove the loads as dead
   * code.
   */
  glance(hash: number): number {
    const mask = this.#mask;
    return this.#near[(this.#heads[hash & mask]! & mask) << NEAR_BITS]!;
  }

  /** Adds a row for an address and returns its number. @param some the key's `hashSome`, if already computed */
  add(
    key: string,
    pool: number,
    direction: number,
    roles: number,
    signs: boolean,
    some = hashSome(key),
  ): number {
    const row = this.#end;
    if (row - this.#first > this.#mask) this.#grow();
    this.#end = row + 1;
    const mask = this.#mask;
    const near = this.#near;
    const keys = this.#keys;
    const hash = this.#isCareful ? hashAll(key) : some;
    const bucket = hash & mask;
    // Uses distances instead of row numbers, so that all arithmetic stays within 32 bits.
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
      // Moves the address to the front of its chain: the position in the chain is that of its latest row.
      const older = near[place + Near.NEXT]!;
      if (newer === -1) next = older === 0 ? 0 : head + older;
      else near[newer + Near.NEXT] = older === 0 ? 0 : near[newer + Near.NEXT]! + older;
    }
    const at = row & mask;
    const own = at << NEAR_BITS;
    near[own] = hash;
    near[own + Near.NEXT] = next <= farthest ? next : 0;
    near[own + Near.BEFORE] = isKnown ? steps : 0;
    near[own + Near.POOL_DIRECTION] = (pool << 1) | direction;
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
    return this.#near[((row & this.#mask) << NEAR_BITS) + Near.POOL_DIRECTION]! >>> 1;
  }

  direction(row: number): number {
    return this.#near[((row & this.#mask) << NEAR_BITS) + Near.POOL_DIRECTION]! & 1;
  }

  /** Stores four numbers with a row, 32 bits each. */
  keep(row: number, first: number, second: number, third: number, fourth: number): void {
    const far = this.#far;
    const place = ((row & this.#mask) << FAR_BITS) + Far.KEPT;
    far[place] = first;
    far[place + 1] = second;
    far[place + 2] = third;
    far[place + 3] = fourth;
  }

  /** Returns a number stored with `keep`. */
  kept(row: number, which: 0 | 1 | 2 | 3): number {
    return this.#far[((row & this.#mask) << FAR_BITS) + Far.KEPT + which]!;
  }

  /** The address's previous row, in any pool. */
  before(row: number): number {
    return this.#reached(back(row, this.#near[((row & this.#mask) << NEAR_BITS) + Near.BEFORE]!));
  }

  /** The address's previous row in the same pool. */
  earlier(row: number): number {
    if ((this.#notes(row) & FOLLOWED) === 0) this.#catchUp(row);
    return this.#reached(back(row, this.#far[(row & this.#mask) << FAR_BITS]!));
  }

  /** The address's latest earlier row in the pool with the opposite direction. */
  opposite(row: number): number {
    if ((this.#notes(row) & FOLLOWED) === 0) this.#catchUp(row);
    return this.#reached(back(row, this.#far[((row & this.#mask) << FAR_BITS) + Far.OPPOSITE]!));
  }

  /** The latest row of an address in a pool. */
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
   * Copies what a row inherits from the address's previous row. For an address that never signed, `EARLIER` and
   * `OPPOSITE` are computed only on demand: such addresses are rarely looked up, and authorities of aggregators occur
   * in a great many rows.
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

  /** Computes `EARLIER` and `OPPOSITE` of all rows of an address up to this one. */
  #catchUp(last: number): void {
    const rows: number[] = [];
    for (let row = last; row !== 0 && (this.#notes(row) & FOLLOWED) === 0; row = this.before(row))
      rows.push(row);
    for (let at = rows.length - 1; at >= 0; at -= 1) this.#follow(rows[at]!, this.before(rows[at]!));
  }

  /**
   * Computes `EARLIER` and `OPPOSITE` of a row; called once per row, in order. @param before its previous row; 0: none
   */
  #follow(row: number, before: number): void {
    const far = this.#far;
    const place = (row & this.#mask) << FAR_BITS;
    far[place + Far.NOTES] = this.#notes(row) | FOLLOWED;
    const isDeep = this.#notes(row) >> DEPTH_SHIFT === DEEP;
    if (isDeep && before !== 0 && this.#notes(before) >> DEPTH_SHIFT === WALKED) this.#addPairsUpTo(before);
    const earlier = isDeep ? this.#addPair(row) : before === 0 ? 0 : this.#latestIn(before, this.pool(row));
    if (earlier === 0) return;
    const opposite = this.direction(earlier) === this.direction(row) ? this.opposite(earlier) : earlier;
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

  /** The latest row in a pool of the address of row `like`. Sets `#newerPair` to the row before it in its chain. */
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

  /** Makes this row the latest of its address and pool, and returns the former one. */
  #addPair(row: number): number {
    const bucket = this.#pairBucket(this.#hash(row), this.pool(row));
    const known = this.#findPair(row, this.pool(row));
    if (known !== 0) this.#linkPair(bucket, this.#newerPair, this.#nextPair(known));
    // Finds the position by row number: when an address's older rows are added late, the chain already holds later
    // ones.
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

  /** Links a row (0: none) after `newer` in a chain, or at the head of the bucket. */
  #linkPair(bucket: number, newer: number, row: number): void {
    if (newer === 0) this.#pairHeads[bucket] = row;
    else this.#far[((newer & this.#mask) << FAR_BITS) + Far.NEXT_PAIR] = distance(newer, row);
  }

  /** Adds all rows of an address to the chains by pool, once it has many. */
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

  /** Switches to hashing whole texts, because someone has chosen addresses that collide. */
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

  /** The rows in the chains: the latest of each address, and of each address and pool. */
  #chains(): { latest: number[]; latestPairs: number[] } {
    return {
      latest: this.#chained(this.#heads, (row) => this.#next(row)),
      latestPairs: this.#chained(this.#pairHeads, (row) => this.#nextPair(row)),
    };
  }

  /** Sorted, oldest first. */
  #chained(heads: Int32Array, next: (row: number) => number): number[] {
    const rows: number[] = [];
    for (const head of heads)
      for (let row = whole(head, this.#end); row >= this.#reach; row = next(row)) rows.push(row);
    return rows.sort((a, b) => a - b);
  }

  /** Rebuilds the chains after the buckets have changed. */
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

  /** Distance to the present head of a bucket; 0 if that is out of reach. */
  #toHead(row: number, low: number): number {
    const head = whole(low, this.#end);
    return head < this.#reach ? 0 : row - head;
  }
}

/** The row at a distance before another; 0 for distance 0. */
function back(row: number, steps: number): number {
  return steps === 0 ? 0 : row - steps;
}

function distance(row: number, earlier: number): number {
  return earlier === 0 ? 0 : row - earlier;
}

/**
 * Restores a full row number from its low 32 bits: the greatest number up to `end` with these bits. Rows never wrap.
 */
export function whole(low: number, end: number): number {
  return end - ((end - low) >>> 0);
}
