import { address, TransactionBuilder, u64 } from '@tickscope/testkit/transaction-builder';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractTrades } from './extract-trades.js';
import { ROUTE_PROGRAMS } from './programs/routes.js';
import type { RouteLimit, Swap } from './swap.js';

const JUPITER = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const TITAN = 'T1TANpTeScyeqVzzgNViGDNrkQ6qHz9KrSBS4aNXvGT';
const DFLOW = 'DF1ow4tspfHX9JwWJsAb9epbkA8hmpSEAtxXy1V27QBH';
const AXIOM = 'FLASHX8DrLbgeR8FcfNV1F5krxYcYMUdBkrP1EPBtxB9';
const AXIOM_CURVE = 'AxiomfHaWDemCFBLBayqnEnNwE6b7B2Qz3UmzMpgbMG6';
const RAYDIUM = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const WHIRLPOOL = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const CLMM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'hex'));
const joined = (...parts: (Uint8Array | string)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? hex(part) : part)));
const u16 = (value: number): Uint8Array => Uint8Array.of(value & 255, value >> 8);

/** Alice's accounts of A, B and C, and two pools between them. */
function builder(): TransactionBuilder {
  return new TransactionBuilder('alice')
    .token('alice.a', 'A', 'alice', 1_000n)
    .token('alice.b', 'B', 'alice', 1_000n)
    .token('alice.c', 'C', 'alice', 1_000n)
    .token('one.a', 'A', 'one', 10_000n)
    .token('one.b', 'B', 'one', 10_000n)
    .token('two.b', 'B', 'two', 10_000n)
    .token('two.c', 'C', 'two', 10_000n)
    .token('aggregator.a', 'A', 'aggregator', 0n)
    .token('aggregator.c', 'C', 'aggregator', 0n);
}

type Pool = readonly [name: string, from: string, to: string];

/** A swap of Raydium's AMM v4, called at that height, with a least amount out. */
function swapIn(
  tx: TransactionBuilder,
  height: number | null,
  [pool, from, to]: Pool,
  least = 0n,
): TransactionBuilder {
  const accounts = ['token', pool, 'authority', `${pool}.${from}`, `${pool}.${to}`];
  accounts.push(`alice.${from}`, `alice.${to}`, 'alice');
  const inside = { height: height === null ? null : height + 1 };
  return tx
    .inner(height, RAYDIUM, accounts, joined('10', u64(100n), u64(least)))
    .transfer(`alice.${from}`, `${pool}.${from}`, 100n, inside)
    .transfer(`${pool}.${to}`, `alice.${to}`, 90n, inside);
}

const ONE: Pool = ['one', 'a', 'b'];
const TWO: Pool = ['two', 'b', 'c'];
/** The fifth account is the mint of what Titan's routes pay out. */
const TITAN_ACCOUNTS = ['alice', 'atlas', 'A', 'alice.a', 'C', 'alice.c'];
const titan = (least: bigint): Uint8Array => joined('f95b542145160087', u64(100n), u64(least), '020000');

const limitsOf = (tx: TransactionBuilder): Swap['routeLimit'][] => {
  const { swaps, inferred } = extractTrades(1, tx.build());
  return [...swaps, ...inferred].map(({ routeLimit }) => routeLimit);
};

describe('the limit of a route', () => {
  const found: RouteLimit = {
    kind: 'least_out',
    amount: 80n,
    programId: TITAN,
    outerIndex: 0,
    innerIndex: null,
    mint: address('C'),
    quoted: null,
    moved: null,
  };

  it('is that of every swap under the aggregator’s instruction, beside the pools’ own', () => {
    const tx = builder().outer(TITAN, TITAN_ACCOUNTS, titan(80n));
    swapIn(swapIn(tx, 2, ONE, 50n), 2, TWO);
    expect(extractTrades(1, tx.build()).swaps).toMatchObject([
      { limit: { kind: 'least_out', amount: 50n }, routeLimit: { ...found, moved: 90n } },
      { limit: null, routeLimit: { ...found, moved: 90n } },
    ]);
  });

  it('has what arrived, or was paid, after the aggregator’s fee', () => {
    const inside = { height: 2 };
    const fromOutput = builder().outer(TITAN, TITAN_ACCOUNTS, titan(80n));
    swapIn(fromOutput, 2, TWO).transfer('alice.c', 'aggregator.c', 7n, inside);
    expect(limitsOf(fromOutput)).toMatchObject([{ moved: 83n }]);
    // Through an account of the aggregator's.
    const shared = builder()
      .token('titan.c', 'C', 'titan', 0n)
      .outer(TITAN, TITAN_ACCOUNTS, titan(80n))
      .inner(2, RAYDIUM, ['token', 'two', 'authority', 'two.b', 'two.c', 'alice.b', 'titan.c', 'alice'], '10')
      .transfer('alice.b', 'two.b', 100n, { height: 3 })
      .transfer('two.c', 'titan.c', 90n, { height: 3 })
      .transfer('titan.c', 'aggregator.c', 7n, inside)
      .transfer('titan.c', 'alice.c', 83n, inside);
    expect(limitsOf(shared)).toMatchObject([{ moved: 83n }]);
    const data = joined('b0d169a89a7d453e', '07', '01000000', u64(90n), u64(110n), u16(100), '00');
    const accounts = Array.from({ length: 13 }, (_, at) => (at === 7 ? 'A' : `account ${at}`));
    const fromInput = builder()
      .outer(JUPITER, accounts, data)
      .transfer('alice.a', 'aggregator.a', 5n, inside);
    expect(limitsOf(swapIn(fromInput, 2, ONE))).toMatchObject([{ kind: 'most_in', moved: 105n }]);
  });

  it('is that of the outermost aggregator that has one', () => {
    const both = builder()
      .outer(TITAN, TITAN_ACCOUNTS, titan(80n))
      .inner(2, TITAN, TITAN_ACCOUNTS, titan(70n));
    expect(limitsOf(swapIn(both, 3, ONE))).toEqual([found]);
    const none = builder()
      .outer(TITAN, TITAN_ACCOUNTS, titan(1n))
      .inner(2, TITAN, TITAN_ACCOUNTS, titan(70n));
    expect(limitsOf(swapIn(none, 3, ONE))).toEqual([{ ...found, amount: 70n, innerIndex: 0 }]);
    const terminal = builder().outer(AXIOM, ['alice'], '00').inner(2, TITAN, TITAN_ACCOUNTS, titan(70n));
    expect(limitsOf(swapIn(terminal, 3, ONE))).toEqual([{ ...found, amount: 70n, innerIndex: 0 }]);
  });

  it('is read of a tag of one byte only where the data is as long as that instruction’s', () => {
    const buy = joined('00', u64(100n), u64(80n));
    const limits = [buy, joined(buy, '00'), buy.subarray(0, 16)].map(
      (data) => limitsOf(swapIn(builder().outer(AXIOM_CURVE, ['alice'], data), 2, ONE))[0],
    );
    expect(limits).toEqual([
      { ...found, programId: AXIOM_CURVE, mint: address('B'), moved: 90n },
      null,
      null,
    ]);
  });

  it('is not that of a route beside it', () => {
    const tx = builder().outer('a bot', ['alice'], '00').inner(2, TITAN, TITAN_ACCOUNTS, titan(80n));
    swapIn(swapIn(tx, 3, ONE), 2, TWO).outer(TITAN, TITAN_ACCOUNTS, titan(60n));
    expect(limitsOf(tx)).toEqual([{ ...found, innerIndex: 0 }, null]);
  });

  it('is not that of an inner instruction whose calls are unknown, for want of stack heights', () => {
    const inner = builder().outer('a bot', ['alice'], '00').inner(null, TITAN, TITAN_ACCOUNTS, titan(80n));
    expect(limitsOf(swapIn(inner, null, ONE))).toEqual([null]);
    expect(limitsOf(swapIn(builder().outer(TITAN, TITAN_ACCOUNTS, titan(80n)), null, ONE))).toEqual([found]);
  });

  it('is also that of an inferred swap', () => {
    const tx = builder()
      .outer(TITAN, TITAN_ACCOUNTS, titan(80n))
      .inner(2, 'a new dex', ['one', 'one.a', 'one.b', 'alice.a', 'alice.b'], '2a')
      .transfer('alice.a', 'one.a', 100n, { height: 3 })
      .transfer('one.b', 'alice.b', 90n, { height: 3 });
    expect(extractTrades(1, tx.build())).toMatchObject({
      swaps: [],
      inferred: [{ limit: null, routeLimit: found }],
    });
  });

  it('is of the mint that the swaps end in, where the instruction names none; unknown if they return', () => {
    const data = joined('414b3f4ceb5b5b88', '0000', u64(100n), u16(100), u16(0), '64');
    const there = builder().outer(DFLOW, ['token', 'alice'], data);
    swapIn(swapIn(there, 2, ONE), 2, TWO);
    expect(limitsOf(there)).toMatchObject(Array(2).fill({ amount: 99n, quoted: 100n, mint: address('C') }));
    const back = builder().outer(DFLOW, ['token', 'alice'], data);
    swapIn(swapIn(back, 2, ONE), 2, ['one', 'b', 'a']);
    expect(limitsOf(back)).toMatchObject(Array(2).fill({ amount: 99n, mint: null }));
  });
});

describe('the limit that an aggregator states as a quote and a slippage', () => {
  /** Data and account of the mint as in the published interface: the first version with a route of any length. */
  const CASES: readonly [
    name: string,
    marker: string,
    isFirst: boolean,
    kind: RouteLimit['kind'],
    mint: number,
  ][] = [
    ['route', 'e517cb977ae3ad2a', true, 'least_out', 5],
    ['route_with_token_ledger', '96564774a75d0e68', true, 'least_out', 5],
    ['shared_accounts_route', 'c1209b3341d69c81', true, 'least_out', 8],
    ['shared_accounts_route_with_token_ledger', 'e6798f50779f6aaa', true, 'least_out', 8],
    ['exact_out_route', 'd033ef977b2bed5c', true, 'most_in', 5],
    ['shared_accounts_exact_out_route', 'b0d169a89a7d453e', true, 'most_in', 7],
    ['route_v2', 'bb64facc31c4af14', false, 'least_out', 4],
    ['shared_accounts_route_v2', 'd19853937cfed8e9', false, 'least_out', 7],
    ['exact_out_route_v2', '9d8ab85215f4f324', false, 'most_in', 3],
    ['shared_accounts_exact_out_route_v2', '3560e5cad8bbfa18', false, 'most_in', 6],
  ];
  const accounts = Array.from({ length: 20 }, (_, index) => `account ${index}`);

  it.each(CASES)(
    'Jupiter %s: rounded up for a least, down for a most',
    (name, marker, isFirst, kind, mint) => {
      fc.assert(
        fc.property(
          fc.bigInt({ min: 2n, max: 2n ** 60n }),
          fc.integer({ min: 0, max: 9_999 }),
          fc.uint8Array({ maxLength: 40 }),
          (quoted, slippage, plan) => {
            const id = name.startsWith('shared') ? '07' : '';
            const data = isFirst
              ? joined(marker, id, '01000000', plan, u64(5n), u64(quoted), u16(slippage), '00')
              : joined(marker, id, u64(5n), u64(quoted), u16(slippage), u16(0), u16(0), plan);
            const tx = swapIn(builder().outer(JUPITER, accounts, data), 2, ONE);
            const [limit] = limitsOf(tx);
            const exact = quoted * BigInt(kind === 'least_out' ? 10_000 - slippage : 10_000 + slippage);
            if (kind === 'least_out' && exact <= 10_000n) {
              expect(limit).toBeNull();
              return;
            }
            expect(limit).toMatchObject({
              kind,
              quoted,
              mint: address(`account ${mint}`),
              programId: JUPITER,
            });
            const off = limit!.amount * 10_000n - exact;
            if (kind === 'least_out') expect(off >= 0n && off < 10_000n).toBe(true);
            else expect(off <= 0n && off > -10_000n).toBe(true);
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it('is null if the slippage is above 100 %, or if the data is too short', () => {
    const route = (data: Uint8Array): TransactionBuilder =>
      swapIn(builder().outer(JUPITER, accounts, data), 2, ONE);
    const tail = joined(u64(100n), u64(200n), u16(10_001), '00');
    expect(limitsOf(route(joined('e517cb977ae3ad2a', '01000000', tail)))).toEqual([null]);
    for (let length = 0; length < 19; length += 1)
      expect(limitsOf(route(joined('e517cb977ae3ad2a').subarray(0, length)))).toEqual([null]);
    expect(limitsOf(route(joined('bb64facc31c4af14', u64(100n), u64(200n))))).toEqual([null]);
  });
});

describe('the limit of an instruction over several pools', () => {
  const twoHop = (marker: string, isExactIn: boolean): Uint8Array =>
    joined(marker, u64(100n), u64(77n), isExactIn ? '01' : '00', '0101', '00'.repeat(32));

  const v1 = (isExactIn: boolean): (bigint | undefined)[] => {
    const accounts = ['token', 'alice', 'one', 'two', 'alice.a', 'one.a', 'alice.b', 'one.b'];
    accounts.push('alice.b', 'two.b', 'alice.c', 'two.c');
    const tx = builder()
      .outer(WHIRLPOOL, accounts, twoHop('c360ed6c44a2dbe6', isExactIn))
      .transfer('alice.a', 'one.a', 100n)
      .transfer('one.b', 'alice.b', 90n)
      .transfer('alice.b', 'two.b', 90n)
      .transfer('two.c', 'alice.c', 80n);
    return extractTrades(1, tx.build()).swaps.map(({ limit }) => limit?.amount);
  };

  it('is a least amount of the last pool, or a most amount of the first', () => {
    expect(v1(true)).toEqual([undefined, 77n]);
    expect(v1(false)).toEqual([77n, undefined]);
  });

  it('is a least amount of the last pool of a route (Raydium CLMM)', () => {
    const accounts = ['alice', 'alice.a', 'A', TOKEN, 'token-2022', 'memo'];
    accounts.push('config 1', 'one', 'alice.b', 'one.a', 'one.b', 'B', 'observation 1', 'ticks');
    accounts.push('config 2', 'two', 'alice.c', 'two.b', 'two.c', 'C', 'observation 2', 'ticks');
    const tx = builder()
      .outer(CLMM, accounts, joined('457d73daf5baf2c4', u64(100n), u64(77n)))
      .transfer('alice.a', 'one.a', 100n)
      .transfer('one.b', 'alice.b', 90n)
      .transfer('alice.b', 'two.b', 90n)
      .transfer('two.c', 'alice.c', 80n);
    const { swaps } = extractTrades(1, tx.build());
    expect(swaps.map(({ limit }) => limit?.amount)).toEqual([undefined, 77n]);
  });
});

describe('the table of aggregators', () => {
  it('names each instruction once', () => {
    for (const { limits = [] } of ROUTE_PROGRAMS) {
      const markers = limits.map(({ marker }) => Buffer.from(marker).toString('hex'));
      expect(new Set(markers).size).toBe(markers.length);
      expect(new Set(limits.map(({ name }) => name)).size).toBe(limits.length);
    }
  });
});
