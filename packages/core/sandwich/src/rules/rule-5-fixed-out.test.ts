import type { RouteLimit, Swap } from '@tickscope/dex';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from '../engine/detect.js';
import type { Victim } from '../model/sandwich.js';
import { blocksOf, swapOf } from '../testing/scenario.js';

const SOL = 1_000_000_000n;
const PUMP_FUN = {
  programId: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  dexName: 'Pump.fun',
  poolKind: 'bonding_curve',
} as const;

type Fixed = 'in' | 'out';

interface Trade {
  trader: string;
  side: 'buy' | 'sell';
  fixed: Fixed;
  /** Amount of the token that is fixed. */
  amount: bigint;
}

/** x × y = k in whole units, with a fee of `parts` in 10,000 on top of what is paid, or in it. */
class Curve {
  sol: bigint;
  token: bigint;
  readonly parts: bigint;

  constructor(sol: bigint, token: bigint, parts: bigint) {
    this.sol = sol;
    this.token = token;
    this.parts = parts;
  }

  /** Null if the curve does not hold what is asked for. */
  trade({ side, fixed, amount }: Trade): { paid: bigint; got: bigint } | null {
    const [into, from] = side === 'buy' ? [this.sol, this.token] : [this.token, this.sol];
    if (fixed === 'out' && amount * 2n >= from) return null;
    const paid =
      fixed === 'in' ? amount : ceil(ceil(into * amount, from - amount) * 10_000n, 10_000n - this.parts);
    const net = paid - ceil(paid * this.parts, 10_000n);
    const got = fixed === 'out' ? amount : (from * net) / (into + net);
    this.sol += side === 'buy' ? paid : -got;
    this.token += side === 'buy' ? -got : paid;
    return { paid, got };
  }
}

const ceil = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;

interface Played {
  swaps: Swap[];
  /** Payment and output of each trade without the attacker. */
  clean: Map<Swap, { paid: bigint; got: bigint }>;
}

/** Plays the front, the trades and a back that sells what the front bought; then all of it without the attacker. */
function play(
  curve: () => Curve,
  front: Trade,
  trades: readonly Trade[],
  extra: Partial<Swap>,
): Played | null {
  const attacked = curve();
  const without = curve();
  const played: Played = { swaps: [], clean: new Map() };
  const send = (trade: Trade): { paid: bigint; got: bigint } | null => {
    const fill = attacked.trade(trade);
    if (fill === null) return null;
    const { trader, side, fixed } = trade;
    const limit =
      fixed === 'in'
        ? ({ kind: 'least_out', amount: fill.got / 2n } as const)
        : ({ kind: 'most_in', amount: fill.paid * 2n } as const);
    const swap = swapOf({
      ...{ trader, side, paid: fill.paid, got: fill.got, blockIndex: played.swaps.length },
      extra: { limit, ...extra },
    });
    played.swaps.push(swap);
    return fill;
  };
  const opened = send(front);
  if (opened === null) return null;
  for (const trade of trades) {
    if (send(trade) === null) return null;
    const clean = without.trade(trade);
    if (clean === null) return null;
    played.clean.set(played.swaps.at(-1)!, clean);
  }
  return send({ trader: front.trader, side: 'sell', fixed: 'in', amount: opened.got }) === null
    ? null
    : played;
}

/** The victims of the planted attacker: a drawn trader who buys and sells again may be found as another. */
function victimsOf({ swaps }: Played): readonly Victim[] {
  return detectSandwiches(blocksOf({ swaps }))
    .filter(({ attackers }) => attackers.includes('mallory'))
    .flatMap(({ victims }) => victims);
}

const trade: fc.Arbitrary<Trade> = fc.record({
  trader: fc.nat(1_000_000).map((name) => `trader ${name}`),
  side: fc.constantFrom('buy', 'buy', 'sell'),
  fixed: fc.constantFrom('in', 'out'),
  amount: fc.bigInt({ min: SOL / 20n, max: 20n * SOL }),
});

/** A buy's tokens and a sell's tokens are a thousand times as many as the lamports that the amount is drawn as. */
const scaled = (drawn: Trade): Trade =>
  (drawn.side === 'buy') === (drawn.fixed === 'out') ? { ...drawn, amount: drawn.amount * 1_000n } : drawn;

describe('a trade whose instruction fixed what it gets', () => {
  it.each([
    ['Pump.fun', 0n, PUMP_FUN],
    ['Raydium v4', 25n, {}],
  ] as const)(
    'keeps that in the replay of %s, and pays what the pool asks: losses are the true ones',
    (_, fee, extra) => {
      let checked = 0;
      fc.assert(
        fc.property(
          fc.bigInt({ min: 100n, max: 5_000n }),
          fc.bigInt({ min: SOL, max: 50n * SOL }),
          fc.array(trade, { minLength: 1, maxLength: 8 }),
          (depth, amount, drawn) => {
            const curve = (): Curve => new Curve(depth * SOL, depth * 1_000n * SOL, fee);
            const front = { trader: 'mallory', side: 'buy', fixed: 'in', amount } as const;
            const played = play(curve, front, drawn.map(scaled), extra);
            if (played === null) return;
            for (const { swap, lossAmount, lossMethod, lossSide } of victimsOf(played)) {
              expect(lossMethod).toBe('replay');
              expect(lossSide).toBe(swap.limit!.kind === 'least_out' ? 'received' : 'paid');
              const clean = played.clean.get(swap)!;
              const loss =
                swap.limit!.kind === 'least_out'
                  ? clean.got - swap.poolOut
                  : ((swap.poolIn - clean.paid) * swap.poolOut) / swap.poolIn;
              const error = lossAmount! > loss ? lossAmount! - loss : loss - lossAmount!;
              // A lamport paid more or less is worth about a thousand units of the token.
              expect(error).toBeLessThanOrEqual(loss / 1_000n + 20_000n);
              checked += 1;
            }
          },
        ),
        { numRuns: 200 },
      );
      expect(checked).toBeGreaterThan(200);
    },
  );

  it('leaves later victims with the loss that the attacker alone caused', () => {
    // A curve of 100 × 100. The front pays 25 and gets 20, the other buyer gets 20 for 41.67, the victim pays 33.33 into
    // 166.67 × 60 and gets 10. Without the attacker the other pays 25 for the same 20, the victim pays into 125 × 80.
    const curve = (): Curve => new Curve(100n * SOL, 100n * SOL, 0n);
    const front = { trader: 'mallory', side: 'buy', fixed: 'in', amount: 25n * SOL } as const;
    const other = { trader: 'other', side: 'buy', fixed: 'out', amount: 20n * SOL } as const;
    const victim = { trader: 'victim', side: 'buy', fixed: 'in', amount: 33_333_333_334n } as const;
    const [first, second] = victimsOf(play(curve, front, [other, victim], PUMP_FUN)!);
    // 41.67 − 25 of 41.67 paid are 40 % of its trade: 8 of the 20 that it got.
    expect(Number(first!.lossAmount) / 1e9).toBeCloseTo(8, 6);
    // 80 × 33.33 ÷ 158.33 = 16.84 instead of 10. Had the other paid 41.67 without the attacker, it were 13.44.
    expect(Number(second!.lossAmount) / 1e9).toBeCloseTo(16.842_105 - 10, 6);
  });

  it('has used of its limit what it paid more than it would have, of the room', () => {
    const curve = (): Curve => new Curve(100n * SOL, 100n * SOL, 0n);
    const front = { trader: 'mallory', side: 'buy', fixed: 'in', amount: 25n * SOL } as const;
    const victim = { trader: 'victim', side: 'buy', fixed: 'out', amount: 20n * SOL } as const;
    // Allowed 50, paid 41.67 instead of 25.
    const limit = { kind: 'most_in', amount: 50n * SOL } as const;
    const [found] = victimsOf(play(curve, front, [victim], { ...PUMP_FUN, limit })!);
    expect(found!.slippageUse).toBeCloseTo(16.666_667 / 25, 6);
  });

  it('counts as one that fixed what it pays under an aggregator that did so', () => {
    const curve = (): Curve => new Curve(100n * SOL, 100n * SOL, 0n);
    const front = { trader: 'mallory', side: 'buy', fixed: 'in', amount: 25n * SOL } as const;
    const victim = { trader: 'victim', side: 'buy', fixed: 'out', amount: 20n * SOL } as const;
    const played = play(curve, front, [victim], PUMP_FUN)!;
    const routeLimit: RouteLimit = {
      kind: 'least_out',
      amount: SOL,
      programId: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
      outerIndex: 0,
      innerIndex: null,
      mint: null,
      quoted: null,
      moved: null,
    };
    const swaps = played.swaps.map((swap) => (swap.trader === 'victim' ? { ...swap, routeLimit } : swap));
    const [found] = victimsOf({ ...played, swaps });
    expect(found!.lossSide).toBe('received');
    // 41.67 into 100 × 100 give 29.41.
    expect(Number(found!.lossAmount) / 1e9).toBeCloseTo(29.411_765 - 20, 5);
  });

  it('is bounded by the front’s rate where the pool cannot be replayed', () => {
    const curve = (): Curve => new Curve(100n * SOL, 100n * SOL, 0n);
    const front = { trader: 'mallory', side: 'buy', fixed: 'in', amount: 25n * SOL } as const;
    const victim = { trader: 'victim', side: 'buy', fixed: 'out', amount: 5n * SOL } as const;
    const [found] = victimsOf(play(curve, front, [victim], { poolKind: 'stable' })!);
    // 5 cost 125 × 5 ÷ 75 = 8.33, at the front's rate 6.25: a quarter of what it paid.
    expect(found).toMatchObject({ lossMethod: 'front_rate', slippageUse: null });
    expect(Number(found!.lossAmount) / 1e9).toBeCloseTo(1.25, 6);
  });
});
