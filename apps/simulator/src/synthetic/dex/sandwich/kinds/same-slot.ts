import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The classic sandwich: front, victim and back adjacent in one block, like a bundle. */
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
