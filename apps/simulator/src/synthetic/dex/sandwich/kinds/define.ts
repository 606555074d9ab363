import { DEX_NAMES, type DexName } from '../../pool.js';
import type { SandwichKind, Setting, Step } from '../sandwich-kind.js';
import { type Stage, type StageWishes, stage } from '../stage.js';
import { type StepMaker, stepsOf } from '../steps.js';

interface Definition {
  /** All by default. */
  dexes?: readonly DexName[];
  /** The pools and wallets that it is staged with; null: it is not possible now. */
  wishes?: StageWishes | ((setting: Setting) => StageWishes | null);
  steps(make: StepMaker, set: Stage, setting: Setting): Step[];
}

/** A kind that plants one sandwich in one pool. */
export function sandwichKind(
  name: string,
  { dexes = DEX_NAMES, wishes = {}, steps }: Definition,
): SandwichKind {
  return {
    name,
    dexes,
    plan(setting) {
      const wanted = typeof wishes === 'function' ? wishes(setting) : wishes;
      const set = wanted && stage(setting, wanted);
      if (set === null) return null;
      return [{ sandwich: set.sandwich, steps: steps(stepsOf(setting, set), set, setting) }];
    },
  };
}
