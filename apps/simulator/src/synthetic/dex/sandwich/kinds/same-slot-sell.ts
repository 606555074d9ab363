import { DEX_NAMES } from '../../pool.js';
import { stock } from '../bot.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The victim sells: the bot first sells tokens it owns and then buys them back cheaper. */
export const sameSlotSell: SandwichKind = {
  name: 'same_slot_sell',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting, { isBuy: false });
    if (set === null) return null;
    stock(setting, set.bot, set.sandwich.pool, set.sandwich.pool.curve.baseReserve);
    const { front, victim, back } = stepsOf(setting, set);
    return [{ sandwich: set.sandwich, steps: [front(), victim(0), back()] }];
  },
};
