import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AddressLists } from './address-lists.js';
import { hashSome } from './text-hash.js';

/** Few, so that the lists must grow, and go round. */
const LEAST_ROWS = 1_024;

interface Row {
  number: number;
  key: string;
  pool: number;
  direction: number;
  signs: boolean;
}

/** The same, said plainly: all rows in a list, looked through from its end. */
class PlainLists {
  readonly rows: Row[] = [];
  reach = 1;

  /** The latest row in reach, below a number, that is accepted: row n is at index n − 1. */
  latest(accepts: (row: Row) => boolean, below = this.rows.length + 1): Row | undefined {
    for (let number = below - 1; number >= this.reach; number -= 1)
      if (accepts(this.rows[number - 1]!)) return this.rows[number - 1];
    return undefined;
  }

  before({ number, key }: Row): number {
    return this.latest((other) => other.key === key, number)?.number ?? 0;
  }

  earlier({ number, key, pool }: Row): number {
    return this.latest((other) => other.key === key && other.pool === pool, number)?.number ?? 0;
  }

  opposite({ number, key, pool, direction }: Row): number {
    const isOpposite = (other: Row): boolean =>
      other.key === key && other.pool === pool && other.direction === 1 - direction;
    return this.latest(isOpposite, number)?.number ?? 0;
  }
}

interface Shape {
  keys: readonly string[];
  pools: number;
  /** Rows that are kept, and of these those in reach. */
  kept: number;
  reach: number;
  /** One in this many rows has a signature; one in this many is queried when it is added. */
  signedEvery?: number;
  askedEvery?: number;
}

/** Adds the same rows to both and compares what they say of each when it is added, and at the end. */
function compare(choices: readonly number[], shape: Shape): void {
  const { keys, pools, kept, reach, signedEvery = 3, askedEvery = 1 } = shape;
  const lists = new AddressLists(LEAST_ROWS);
  const plain = new PlainLists();
  for (const choice of choices) {
    const end = lists.end;
    if (choice % 5 === 0) {
      lists.forget(Math.max(lists.first, end - kept), Math.max(lists.reach, end - reach));
      plain.reach = Math.max(plain.reach, end - reach);
    }
    const key = keys[choice % keys.length]!;
    const pool = Math.floor(choice / 7) % pools;
    const direction = (choice >>> 4) & 1;
    const signs = choice % signedEvery === 0;
    const number = lists.add(key, pool, direction, 1 + (choice % 31), signs);
    lists.keep(number, choice, -1 - choice, choice >>> 1, number);
    const row = { number, key, pool, direction, signs };
    plain.rows.push(row);
    if ((choice >>> 12) % askedEvery !== 0) continue;
    const other = keys[(choice >>> 8) % keys.length]!;
    const isOther = (at: Row): boolean => at.key === other && at.pool === pool;
    const said = [
      [number, lists.before(number), lists.earlier(number), lists.opposite(number)],
      [lists.key(number), lists.pool(number), lists.direction(number), lists.roles(number)],
      [lists.kept(number, 0), lists.kept(number, 1), lists.latest(other, pool)],
    ];
    expect(said).toEqual([
      [end, plain.before(row), plain.earlier(row), plain.opposite(row)],
      [key, pool, direction, 1 + (choice % 31)],
      [choice, -1 - choice, plain.latest(isOther)?.number ?? 0],
    ]);
    const before = lists.before(number);
    expect(lists.hasSigned(number)).toBe(signs || (before !== 0 && lists.hasSigned(before)));
  }
  for (const row of plain.rows.slice(-reach)) {
    if (row.number < plain.reach) continue;
    expect(lists.before(row.number)).toBe(plain.before(row));
    expect(lists.earlier(row.number)).toBe(plain.earlier(row));
    expect(lists.opposite(row.number)).toBe(plain.opposite(row));
  }
}

const letters = (index: number): string =>
  String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26));
const choicesOf = (rows: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat(2 ** 31 - 1), { minLength: rows, maxLength: rows });

describe('the lists of addresses', () => {
  it('say what a plain list of rows says', () => {
    fc.assert(
      fc.property(
        choicesOf(300),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 300 }),
        (choices, addresses, pools, reach) => {
          const keys = Array.from({ length: addresses }, (_, index) => `wallet ${index}`);
          compare(choices, { keys, pools, kept: 2 * reach, reach });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('say the same of who hardly ever signs, however late they are asked', () => {
    fc.assert(
      fc.property(
        choicesOf(400),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 20, max: 400 }),
        fc.constantFrom(7, 50, 1_000),
        fc.constantFrom(3, 40, 1_000),
        (choices, addresses, pools, reach, signedEvery, askedEvery) => {
          const keys = Array.from({ length: addresses }, (_, index) => `wallet ${index}`);
          compare(choices, { keys, pools, kept: 2 * reach, reach, signedEvery, askedEvery });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('grow with what they keep, and go round when it is forgotten', () => {
    fc.assert(
      fc.property(choicesOf(4_500), fc.constantFrom(400, 1_800), (choices, reach) => {
        const keys = Array.from({ length: 300 }, (_, index) => `wallet ${index}`);
        compare(choices, { keys, pools: 3, kept: reach + 200, reach });
      }),
      { numRuns: 2 },
    );
  });

  it('distinguish addresses chosen to collide', () => {
    const keys = Array.from({ length: 300 }, (_, index) => `${letters(index)}${'x'.repeat(42)}`);
    expect(new Set(keys.map(hashSome)).size).toBe(1);
    fc.assert(
      fc.property(choicesOf(1_500), (choices) =>
        compare(choices, { keys, pools: 3, kept: 1_500, reach: 1_000 }),
      ),
      { numRuns: 2 },
    );
  });
});
