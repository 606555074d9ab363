import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** A Token-2022 token with a transfer fee: the pool and the trader see different amounts. */
export const transferFeeMint: SandwichKind = {
  name: 'transfer_fee_mint',
  dexes: ['raydium_cpmm'],
  plan(setting) {
    const { market, context } = setting;
    const free = market.transferFeePools.filter(({ reservedUntilSlot }) => reservedUntilSlot <= context.slot);
    const [pool] = free;
    const set = pool === undefined ? null : stage(setting, { pool, way: 'direct' });
    if (set === null) return null;
    const { front, victim, back } = stepsOf(setting, set);
    return [{ sandwich: set.sandwich, steps: [front(), victim(0), back()] }];
  },
};
