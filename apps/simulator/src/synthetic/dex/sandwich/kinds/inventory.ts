import { DEX_NAMES } from '../../pool.js';
import { stock } from '../bot.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The back leg sells more or less than the front bought, by `thousandths`. */
function inventory(name: string, thousandths: (draw: number) => bigint): SandwichKind {
  return {
    name,
    dexes: DEX_NAMES,
    plan(setting) {
      const set = stage(setting);
      if (set === null) return null;
      const share = thousandths(setting.context.random.unit());
      stock(setting, set.bot, set.sandwich.pool, set.sandwich.pool.curve.baseReserve);
      const { front, victim, back } = stepsOf(setting, set);
      return [{ sandwich: set.sandwich, steps: [front(), victim(0), back({}, share)] }];
    },
  };
}

/** Also sells old inventory: the matched share counts. */
export const inventoryMore = inventory('inventory_more', () => 1_400n);
/** Keeps so much that the amounts prove nothing. */
export const inventoryLess = inventory('inventory_less', () => 600n);
/** Close enough for `loose`, not close enough for `exact`. */
export const inventoryNear = inventory('inventory_near', (draw) =>
  draw < 0.5 ? 920n + BigInt(Math.floor(draw * 150)) : 1_005n + BigInt(Math.floor((draw - 0.5) * 150)),
);
