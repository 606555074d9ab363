import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The victim's swap is the last or the middle hop of a route that starts with dollars, not SOL. */
export const routeVictim: SandwichKind = {
  name: 'route_victim',
  dexes: DEX_NAMES.filter((name) => name !== 'pump_fun'),
  plan(setting) {
    const set = stage(setting, { way: 'route' });
    if (set === null) return null;
    const { front, victim, back } = stepsOf(setting, set);
    return [{ sandwich: set.sandwich, steps: [front(), victim(0), back()] }];
  },
};
