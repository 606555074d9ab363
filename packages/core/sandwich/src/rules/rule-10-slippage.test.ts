import { type RouteLimit, SOL_MINT, type Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { swapOf, TOKEN } from '../testing/scenario.js';
import { slippageUseOf } from './rule-10-slippage.js';

const AGGREGATOR = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A buy of 900 tokens for 100 lamports, which would have got 1,000 without the attacker. */
const CLEAN = 1_000 / 900;
const buy = (extra: Partial<Swap>): Swap => swapOf({ side: 'buy', paid: 100n, got: 900n, extra });

const routeLimit = (extra: Partial<RouteLimit>): RouteLimit => ({
  kind: 'least_out',
  amount: 800n,
  programId: AGGREGATOR,
  outerIndex: 0,
  innerIndex: null,
  mint: TOKEN,
  quoted: null,
  moved: null,
  ...extra,
});

describe('the use of a limit', () => {
  it.each([
    // Room: 1,000 less the limit; taken: 1,000 − 900.
    [800n, 0.5],
    [900n, 1],
    [500n, 0.2],
  ])('of at least %i tokens is what was taken of the room', (amount, use) => {
    const found = slippageUseOf(buy({ limit: { kind: 'least_out', amount } }), CLEAN, [], 100);
    expect(found?.use).toBeCloseTo(use, 9);
  });

  it('of a most that is paid follows from what would have been paid', () => {
    // 900 tokens would have cost 90: it paid 10 more of the 20 that it allowed.
    const found = slippageUseOf(buy({ limit: { kind: 'most_in', amount: 110n } }), CLEAN, [], 100);
    expect(found?.use).toBeCloseTo(0.5, 9);
  });

  it('is not known without a limit, or where the clean fill breaks it', () => {
    expect(slippageUseOf(buy({}), CLEAN, [], 100)).toBeNull();
    expect(slippageUseOf(buy({ limit: { kind: 'least_out', amount: 1_000n } }), CLEAN, [], 100)).toBeNull();
    expect(slippageUseOf(buy({ limit: { kind: 'most_in', amount: 90n } }), CLEAN, [], 100)).toBeNull();
  });

  it.each([Number.NaN, 0, -1, Infinity])('is not known where the clean fill is %d', (clean) => {
    expect(slippageUseOf(buy({ limit: { kind: 'least_out', amount: 800n } }), clean, [], 100)).toBeNull();
  });

  it('is 0 where the attacker helped', () => {
    expect(slippageUseOf(buy({ limit: { kind: 'least_out', amount: 500n } }), 0.9, [], 100)?.use).toBe(0);
  });
});

describe('the age of a limit', () => {
  const limited = (slot: number): Swap => buy({ slot, limit: { kind: 'least_out', amount: 800n } });
  const quoted = (amount: bigint): Swap => {
    const swap = buy({ slot: 103, routeLimit: routeLimit({ quoted: amount }) });
    return swap;
  };

  it('without a quote is before in the front’s slot, unclear later', () => {
    expect(slippageUseOf(limited(100), CLEAN, [], 100)?.age).toBe('before');
    expect(slippageUseOf(limited(101), CLEAN, [], 100)?.age).toBe('unclear');
  });

  it('follows from the quote: near the clean fill before, near the attacked fill after', () => {
    for (const [amount, age] of [
      [1_010n, 'before'],
      [960n, 'before'],
      [940n, 'after'],
      [890n, 'after'],
    ] as const) {
      const swap = quoted(amount);
      expect(slippageUseOf(swap, CLEAN, [swap], 100)?.age, String(amount)).toBe(age);
    }
  });
});

describe('a route', () => {
  const hop = (extra: Partial<Swap>, limit: RouteLimit): Swap => buy({ ...extra, routeLimit: limit });

  it('has the aggregator’s limit, not the pool’s', () => {
    const swap = hop({ limit: { kind: 'least_out', amount: 899n } }, routeLimit({ amount: 800n }));
    expect(slippageUseOf(swap, CLEAN, [swap], 100)?.use).toBeCloseTo(0.5, 9);
  });

  it('is replayed at the victim’s hop, with the next at the rate it was executed at', () => {
    // 900 tokens became 1,800 dollars; 1,000 would have become 2,000. Of 400 of room 200 were taken.
    const limit = routeLimit({ amount: 1_600n, mint: USDC });
    const first = hop({}, limit);
    const next = hop({ mintIn: TOKEN, mintOut: USDC, traderIn: 900n, traderOut: 1_800n }, limit);
    expect(slippageUseOf(first, CLEAN, [first, next], 100)?.use).toBeCloseTo(0.5, 9);
    // The next one fronted, too: 1,000 would have become 2,200. Of 600 of room 400 were taken.
    const others = new Map([[next, 1.1]]);
    expect(slippageUseOf(first, CLEAN, [first, next], 100, others)?.use).toBeCloseTo(2 / 3, 9);
  });

  it('that is split is taken as a whole: parts that were not fronted as executed', () => {
    // Another pool gave 900 as well: 1,800 in all, 1,900 without the attacker. Of 400 of room 100 were taken.
    const limit = routeLimit({ amount: 1_500n });
    const part = hop({}, limit);
    const other = hop({ pool: 'other' }, limit);
    expect(slippageUseOf(part, CLEAN, [part, other], 100)?.use).toBeCloseTo(0.25, 9);
    // Both fronted: 2,000 without the attacker. Of 500 of room 200 were taken.
    const others = new Map([[other, CLEAN]]);
    expect(slippageUseOf(part, CLEAN, [part, other], 100, others)?.use).toBeCloseTo(0.4, 9);
  });

  it('that fixes what it gets is replayed towards its start', () => {
    // 50 dollars bought the 100 lamports that were paid for 900 tokens, of which 90 would have done: 5 dollars less.
    const limit = routeLimit({ kind: 'most_in', amount: 55n, mint: USDC });
    const first = hop({ mintIn: USDC, mintOut: SOL_MINT, traderIn: 50n, traderOut: 100n }, limit);
    const last = hop({}, limit);
    expect(slippageUseOf(last, CLEAN, [first, last], 100)?.use).toBeCloseTo(0.5, 9);
  });

  it('is not known where its token is not, or where the hop does not lead there', () => {
    const nowhere = hop({}, routeLimit({ mint: USDC }));
    expect(slippageUseOf(nowhere, CLEAN, [nowhere], 100)).toBeNull();
    const unknown = hop({}, routeLimit({ mint: null }));
    expect(slippageUseOf(unknown, CLEAN, [unknown], 100)).toBeNull();
  });

  it('does not take in the hops of another route of the transaction', () => {
    const own = hop({}, routeLimit({}));
    const other = hop({ traderOut: 5_000n }, routeLimit({ outerIndex: 3 }));
    expect(slippageUseOf(own, CLEAN, [own, other], 100)?.use).toBeCloseTo(0.5, 9);
  });

  it('is compared after the fee that an aggregator takes from the output, as quote and limit are', () => {
    // A tenth of 900 stays: 810 arrive of 900 that would have. Of 100 of room 90 were taken, and the quote is from before.
    const swap = hop({}, routeLimit({ amount: 800n, quoted: 900n, moved: 810n }));
    const found = slippageUseOf(swap, CLEAN, [swap], 100);
    expect([found?.use.toFixed(9), found?.age]).toEqual(['0.900000000', 'before']);
  });

  it('that fixes what it gets is compared with what was paid in all, the fee included', () => {
    // 100 for the pool and 10 for the aggregator; 90 and 9 would have done. Of 22 of room 11 were taken.
    const limit = routeLimit({ kind: 'most_in', amount: 121n, mint: SOL_MINT, quoted: 99n, moved: 110n });
    const swap = hop({}, limit);
    const found = slippageUseOf(swap, CLEAN, [swap], 100);
    expect([found?.use.toFixed(9), found?.age]).toEqual(['0.500000000', 'before']);
  });

  it('takes no account of a fee from the input where the output is limited', () => {
    // The pool got what was left, and all that it gave arrived.
    const swap = hop({}, routeLimit({ amount: 800n, moved: 900n }));
    expect(slippageUseOf(swap, CLEAN, [swap], 100)?.use).toBeCloseTo(0.5, 9);
  });

  it('that goes round in circles ends', () => {
    const limit = routeLimit({ mint: USDC });
    const there = hop({}, limit);
    const back = hop({ mintIn: TOKEN, mintOut: SOL_MINT }, limit);
    expect(slippageUseOf(there, CLEAN, [there, back], 100)).toBeNull();
  });

  it('of very many hops in circles costs little', () => {
    const limit = routeLimit({ mint: USDC });
    const hops = Array.from({ length: 5_000 }, (_, index) =>
      hop(index % 2 === 0 ? {} : { mintIn: TOKEN, mintOut: SOL_MINT }, limit),
    );
    expect(slippageUseOf(hops[0]!, CLEAN, hops, 100)).toBeNull();
  });
});
