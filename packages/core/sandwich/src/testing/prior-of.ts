import type { PriorSandwich } from '../model/prior-sandwich.js';

/** An earlier round trip of mallory's that gained and was aimed at its victim. */
export function priorOf(lastSlot: number, pool: string, change: Partial<PriorSandwich> = {}): PriorSandwich {
  return {
    pool,
    backPool: pool,
    attackers: ['mallory'],
    linkAddress: 'mallory',
    program: null,
    fronts: [],
    backs: [],
    isPassing: true,
    isAimed: true,
    quantityRatio: 1,
    gross: '100',
    net: '50',
    lastSlot,
    ...change,
  };
}

/** Five of them in three pools: enough for a known bot. */
export function botsPrior(change: Partial<PriorSandwich> = {}): PriorSandwich[] {
  return ['a', 'b', 'c', 'a', 'b'].map((pool, at) => priorOf(10 + at, `pool ${pool}`, change));
}
