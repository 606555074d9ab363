import { type RouteLimit, SOL_MINT, type Swap } from '@tickscope/dex';
import { describe, expect, it } from 'vitest';
import { detectSandwiches } from './engine/detect.js';
import { lossMeasuresOf } from './loss-measures.js';
import type { Sandwich, Victim } from './model/sandwich.js';
import { POOLS_OF_KINDS, type PoolOfKind } from './testing/pools-of-kinds.js';
import { blocksOf, swapOf, TOKEN } from './testing/scenario.js';

/**
 * Losses against an independent computation: each pool is played twice in its program's own whole numbers, with the
 * attacker and without. Sizes are in lamports of a pool of some hundred SOL.
 */
const KINDS = Object.keys(POOLS_OF_KINDS);
/** Purchase of the front; then the trades of others, and how much of the victims' room the attacker uses. */
const FRONT = 3_000_000_000n;
const OTHERS = [
  ['one', 'buy', 2_000_000_000n],
  ['two', 'buy', 900_000_000n],
] as const;
const USE = 0.7;
/** A swap of another wallet before: it shows where the front begins, where the front's own event does not. */
const EARLIER = 1_000_000n;

interface Played {
  sandwich: Sandwich;
  earlier: Swap;
  /** Output that each victim would have got, by its name. */
  clean: Map<string, bigint>;
}

type Trade = readonly [trader: string, side: 'buy' | 'sell', paid: bigint];

const traderOf = ({ swap }: Victim): string => swap.trader;

/** @param limits sets a victim's limit, from what it gets and what it would have got */
function play(
  kind: string,
  others: readonly Trade[],
  limits: (got: bigint, clean: bigint) => Partial<Swap>,
): Played {
  const [pool, without] = [POOLS_OF_KINDS[kind]!(), POOLS_OF_KINDS[kind]!()];
  const swaps: Swap[] = [];
  const trade = (
    [trader, side, paid]: Trade,
    of: PoolOfKind,
    extra: (got: bigint) => Partial<Swap>,
  ): bigint => {
    const { got, priceMove } = of.swap(side, paid);
    swaps.push(swapOf({ trader, side, paid, got, extra: { ...of.program, priceMove, ...extra(got) } }));
    return got;
  };
  without.swap('buy', EARLIER);
  trade(['earlier', 'buy', EARLIER], pool, () => ({}));
  const bought = trade(['mallory', 'buy', frontOf(kind)], pool, () => ({}));
  const clean = new Map<string, bigint>();
  for (const one of others) {
    const fill = without.swap(one[1], one[2]).got;
    clean.set(one[0], fill);
    trade(one, pool, (got) => limits(got, fill));
  }
  trade(['mallory', 'sell', bought], pool, () => ({}));
  const [sandwich] = detectSandwiches(blocksOf({ swaps }));
  return { sandwich: sandwich!, earlier: swaps[0]!, clean };
}

/** Front's size: of a launch's thirty SOL a tenth, as of the others' hundreds a hundredth. */
function frontOf(kind: string): bigint {
  return kind === 'Pump.fun' ? FRONT / 3n : FRONT;
}

/** So much that the attacker used `USE` of the room. */
function limitOf(got: bigint, clean: bigint): bigint {
  return clean - BigInt(Math.round(Number(clean - got) / USE));
}

const direct = (got: bigint, clean: bigint): Partial<Swap> => ({
  limit: { kind: 'least_out', amount: limitOf(got, clean) },
});

function expectTrue({ swap, lossAmount, lossMethod }: Victim, clean: bigint): void {
  const loss = Number(clean - swap.poolOut);
  expect(lossMethod).toBe('replay');
  expect(Math.abs(Number(lossAmount) - loss)).toBeLessThan(loss / 1_000 + 3);
  const { basisPoints, lamports } = lossMeasuresOf(swap, lossAmount!);
  expect(basisPoints / ((loss / Number(clean)) * 10_000)).toBeCloseTo(1, 2);
  // The victim paid SOL: the share of it that it would not have had to pay for what it got.
  const inSol = (loss / Number(swap.poolOut)) * Number(swap.poolIn);
  expect(Number(lamports) / inSol).toBeCloseTo(1, 2);
}

describe.each(KINDS)('losses on %s', (kind) => {
  it('are the true ones, in tokens, basis points and SOL, and so is the use of each limit', () => {
    const { sandwich, clean } = play(kind, OTHERS, direct);
    expect(sandwich.victims.map(traderOf)).toEqual(['one', 'two']);
    for (const victim of sandwich.victims) {
      expect(clean.get(traderOf(victim))! - victim.swap.poolOut).toBeGreaterThan(1_000n);
      expectTrue(victim, clean.get(traderOf(victim))!);
      expect(victim.slippageUse).toBeCloseTo(USE, 2);
      expect(victim.limitAge).toBe('before');
    }
    expect(sandwich.confidence).toBe('exact');
    expect(sandwich.replayResidual ?? 0).toBeLessThan(0.000_1);
  });

  it('are the true ones where one sells between the victims', () => {
    const tokens = POOLS_OF_KINDS[kind]!().swap('buy', 400_000_000n).got;
    const [one, two] = OTHERS;
    const { sandwich, clean } = play(kind, [one, ['seller', 'sell', tokens], two], direct);
    expect(sandwich.victims.map(traderOf)).toEqual(['one', 'two']);
    for (const victim of sandwich.victims) expectTrue(victim, clean.get(traderOf(victim))!);
  });

  it('use the same share of the limit of a route that goes on from this pool', () => {
    const onward = 'Onward';
    const limited = (got: bigint, clean: bigint): Partial<Swap> => ({
      routeLimit: routeLimit(onward, limitOf(got, clean) * 5n),
    });
    const { sandwich, earlier } = play(kind, OTHERS.slice(0, 1), limited);
    // The next hop, at five for one, is in another pool of the victim's transaction.
    const swaps = [
      earlier,
      ...sandwich.fronts,
      ...sandwich.victims.map(({ swap }) => swap),
      ...sandwich.backs,
    ];
    const victim = sandwich.victims[0]!.swap;
    const next: Swap = {
      ...victim,
      ...{
        outerIndex: victim.outerIndex,
        innerIndex: 3,
        pool: 'onward',
        poolKind: 'proprietary',
        priceMove: null,
      },
      ...{ mintIn: TOKEN, mintOut: onward, poolIn: victim.poolOut, traderIn: victim.traderOut },
      ...{ poolOut: victim.poolOut * 5n, traderOut: victim.traderOut * 5n },
    };
    const [found] = detectSandwiches(blocksOf({ swaps: [...swaps, next] }));
    expect(found!.victims[0]!.slippageUse).toBeCloseTo(USE, 2);
  });

  it('use the part of the limit that belongs to this pool, where a trade is split', () => {
    const { sandwich, earlier, clean } = play(kind, OTHERS.slice(0, 1), () => ({}));
    const [victim] = sandwich.victims;
    // Half as much again was bought elsewhere, at the price that the victim got here.
    const elsewhere = victim!.swap.poolOut / 2n;
    const least = elsewhere + limitOf(victim!.swap.poolOut, clean.get('one')!);
    const limit = { routeLimit: routeLimit(TOKEN, least) };
    const here: Swap = { ...victim!.swap, ...limit, innerIndex: 1 };
    const there: Swap = {
      ...here,
      ...{ innerIndex: 4, pool: 'elsewhere', poolKind: 'proprietary', priceMove: null },
      ...{ poolIn: here.poolIn / 2n, traderIn: here.traderIn / 2n, poolOut: elsewhere, traderOut: elsewhere },
    };
    const swaps = [earlier, ...sandwich.fronts, here, there, ...sandwich.backs];
    const [found] = detectSandwiches(blocksOf({ swaps }));
    expect(found!.victims[0]!.slippageUse).toBeCloseTo(USE, 2);
  });
});

function routeLimit(mint: string, amount: bigint): RouteLimit {
  return {
    ...{ kind: 'least_out', amount, mint, quoted: null, moved: null },
    programId: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
    ...{ outerIndex: 0, innerIndex: null },
  };
}

it('a loss in SOL is the amount itself where the victim sold for SOL, and unknown where neither side is SOL', () => {
  const swap = { mintIn: TOKEN, mintOut: SOL_MINT, traderIn: 50n, traderOut: 300n };
  expect(lossMeasuresOf(swap, 100n)).toEqual({ basisPoints: 2_500, lamports: 100n });
  expect(lossMeasuresOf({ ...swap, mintOut: 'other' }, 100n).lamports).toBeNull();
});
