import { DEX_NAMES } from '../../pool.js';
import type { Victim } from '../prey.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** A seller between the legs gains by the sandwich and is not a victim. */
export const oppositeVictims: SandwichKind = {
  name: 'opposite_victims',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting, { count: 2 });
    if (set === null) return null;
    const { market, context } = setting;
    const { pool } = set.sandwich;
    const seller = (): Victim => {
      const amountIn = pool.curve.baseReserve / BigInt(context.random.between(150, 400));
      const wallet = market.newWallet(context.random.spread(34, 38));
      market.fundedAccountOf(wallet, pool.baseMint, amountIn * 2n);
      return { wallet, amountIn, minOut: 0n, isBuy: false, way: 'direct' };
    };
    const { front, victim, someVictim, back } = stepsOf(setting, set);
    return [{ sandwich: set.sandwich, steps: [front(), victim(0), someVictim(seller), victim(1), back()] }];
  },
};
