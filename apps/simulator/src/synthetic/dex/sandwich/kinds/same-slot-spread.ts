import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** Within one block, but with unrelated transactions between the legs. */
export const sameSlotSpread: SandwichKind = {
  name: 'same_slot_spread',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting);
    if (set === null) return null;
    const { front, victim, back } = stepsOf(setting, set);
    const { random } = setting.context;
    const later = set.position + (0.98 - set.position) * random.unit();
    const last = later + (0.99 - later) * random.unit();
    return [
      {
        sandwich: set.sandwich,
        steps: [front({}, 0.8), victim(0, { position: later }), back({ position: last })],
      },
    ];
  },
};
