import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The classic: front, victim and back next to each other in one block, as a bundle lands. */
export const sameSlot: SandwichKind = {
  name: 'same_slot',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting);
    if (set === null) return null;
    const { front, victim, back } = stepsOf(setting, set);
    return [{ sandwich: set.sandwich, steps: [front(), victim(0), back()] }];
  },
};
