import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

export const MOST_VICTIMS = 67;

function severalVictims(name: string, count: (draw: number) => number): SandwichKind {
  return {
    name,
    dexes: DEX_NAMES,
    plan(setting) {
      const victims = count(setting.context.random.unit());
      const set = stage(setting, { count: victims });
      if (set === null) return null;
      const steps = stepsOf(setting, set, victims);
      return [{ sandwich: set.sandwich, steps: [steps.front(), ...steps.victims(), steps.back()] }];
    },
  };
}

export const twoVictims = severalVictims('two_victims', () => 2);

/** Three victims or more than any detector's list holds; one in eight has the largest number ever observed. */
export const manyVictims = severalVictims('many_victims', (draw) =>
  draw < 0.125 ? MOST_VICTIMS : 3 + Math.floor(((draw - 0.125) / 0.875) * 30),
);
