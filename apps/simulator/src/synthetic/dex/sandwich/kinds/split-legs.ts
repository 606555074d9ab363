import { DEX_NAMES } from '../../pool.js';
import type { SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** Two or three front legs before the victim, one back leg for all. */
export const splitFronts: SandwichKind = {
  name: 'split_fronts',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting);
    if (set === null) return null;
    const { front, victim, back } = stepsOf(setting, set);
    const parts = setting.context.random.between(2, 3);
    const fronts = Array.from({ length: parts }, () => front({}, 1 / parts));
    return [{ sandwich: set.sandwich, steps: [...fronts, victim(0), back()] }];
  },
};

/** One front leg, whose output is sold in two or three parts, the last of them sometimes slots later. */
export const splitBacks: SandwichKind = {
  name: 'split_backs',
  dexes: DEX_NAMES,
  plan(setting) {
    const slots = setting.slotsAhead(3);
    const set = stage(setting);
    if (set === null) return null;
    const { random } = setting.context;
    const { front, victim, back } = stepsOf(setting, set);
    const first = BigInt(random.between(300, 600));
    const second = random.chance(0.5) ? 1_000n - first : (1_000n - first) / 2n;
    const shares = [first, second, 1_000n - first - second].filter((share) => share > 0n);
    const isLate = random.chance(0.4) && slots.at(-1)! - slots[0]! <= 4;
    const lastSlot = isLate ? slots[random.between(1, slots.length - 1)]! : slots[0]!;
    // Rounding to thousandths leaves a few tokens, far below the threshold that distinguishes legs.
    const backs = shares.map((share, index) => {
      const isLast = index === shares.length - 1;
      return back({ slot: isLast ? lastSlot : slots[0]! }, share, { noTip: !isLast });
    });
    return [{ sandwich: set.sandwich, steps: [front(), victim(0), ...backs] }];
  },
};
