import { DEX_NAMES } from '../../pool.js';
import type { Victim } from '../victim-search.js';
import { sandwichKind } from './define.js';

const MOST_VICTIMS = 67;

const severalVictims = (name: string, countOf: (draw: number) => number) =>
  sandwichKind(name, {
    wishes: ({ context }) => ({ count: countOf(context.random.unit()) }),
    steps: ({ front, victims, back }) => [front(), ...victims(), back()],
  });

export const twoVictims = severalVictims('two_victims', () => 2);

/** Three victims or more than any detector's list holds; one in eight has the largest number ever observed. */
export const manyVictims = severalVictims('many_victims', (draw) =>
  draw < 0.125 ? MOST_VICTIMS : 3 + Math.floor(((draw - 0.125) / 0.875) * 30),
);

/** A seller between the legs gains by the sandwich and is not a victim. */
export const oppositeVictims = sandwichKind('opposite_victims', {
  wishes: { count: 2 },
  steps({ front, victim, someVictim, back }, { sandwich: { pool } }, { market, context }) {
    const seller = (): Victim => {
      const amountIn = pool.curve.baseReserve / BigInt(context.random.between(150, 400));
      const wallet = market.newWallet(context.random.spread(34, 38));
      market.fundedAccountOf(wallet, pool.baseMint, amountIn * 2n);
      return { wallet, amountIn, minOut: 0n, isBuy: false, way: 'direct' };
    };
    return [front(), victim(0), someVictim(seller), victim(1), back()];
  },
});

/** Victims that use an aggregator: their swap's authority is a program-derived address that signs nothing. */
export const aggregatorVictim = sandwichKind('aggregator_victim', {
  wishes({ freePool, context }) {
    const pool = freePool();
    return pool && { pool, count: context.random.between(1, 2), way: pool.isNative ? 'own' : 'shared' };
  },
  steps: ({ front, victims, back }) => [front(), ...victims(), back()],
});

/** The victim's swap is the last or the middle hop of a route that starts with dollars, not SOL. */
export const routeVictim = sandwichKind('route_victim', {
  dexes: DEX_NAMES.filter((name) => name !== 'pump_fun'),
  wishes: { way: 'route' },
  steps: ({ front, victim, back }) => [front(), victim(0), back()],
});

/** A Token-2022 token with a transfer fee: the pool and the trader see different amounts. */
export const transferFeeMint = sandwichKind('transfer_fee_mint', {
  dexes: ['raydium_cpmm'],
  wishes({ market, context }) {
    const pool = market.transferFeePools.find(({ reservedUntilSlot }) => reservedUntilSlot <= context.slot);
    return pool === undefined ? null : { pool, way: 'direct' };
  },
  steps: ({ front, victim, back }) => [front(), victim(0), back()],
});
