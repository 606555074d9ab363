import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind, Step } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** Two independent attackers around one victim, one nested inside the other. */
export const twoAttackers: SandwichKind = {
  name: 'two_attackers',
  dexes: DEX_NAMES,
  plan(setting) {
    const outer = stage(setting);
    if (outer === null) return null;
    const { pool } = outer.sandwich;
    const inner = stage(setting, { pool });
    if (inner === null) return null;
    inner.position = outer.position;
    const outside = stepsOf(setting, outer);
    const inside = stepsOf(setting, inner);
    const victim = outside.victim(0);
    const shared: Step = {
      ...victim,
      plan(now) {
        const plan = victim.plan(now);
        for (const swap of outer.sandwich.intended) inner.sandwich.intended.add(swap);
        return plan;
      },
    };
    const theirs = (step: Step): Step => ({ ...step, of: inner.sandwich });
    return [
      {
        sandwich: outer.sandwich,
        steps: [
          outside.front({}, 0.5),
          theirs(inside.front({}, 0.4)),
          shared,
          theirs(inside.back()),
          outside.back(),
        ],
      },
      { sandwich: inner.sandwich, steps: [] },
    ];
  },
};
