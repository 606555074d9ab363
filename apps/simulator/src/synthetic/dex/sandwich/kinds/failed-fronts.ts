import { DEX_NAMES } from '../../pool.js';
import { failedLeg, got } from '../legs.js';
import type { SandwichKind, Step } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** One to three failed tries before the front succeeds, in its slot or the one before; sometimes a failed back. */
export const failedFronts: SandwichKind = {
  name: 'failed_fronts',
  dexes: DEX_NAMES,
  plan(setting) {
    const set = stage(setting);
    if (set === null) return null;
    const { market, context } = setting;
    const { random } = context;
    const { sandwich, bot } = set;
    const slots = setting.slotsAhead(2);
    const slot = random.chance(0.5) ? slots[0]! : slots[1]!;
    const tries = Array.from(
      { length: random.between(1, 3) },
      (): Step => ({
        slot: slots[0]!,
        position: set.position,
        plan: (now) => failedLeg(market, sandwich, bot, 'front', set.front, now),
      }),
    );
    const { front, victim, back } = stepsOf(setting, set);
    const steps: Step[] = [...tries, front({ slot }), victim(0, { slot })];
    if (random.chance(0.4))
      steps.push({
        slot,
        position: set.position,
        plan: (now) => failedLeg(market, sandwich, bot, 'back', got(sandwich.fronts), now),
      });
    return [{ sandwich, steps: [...steps, back({ slot })] }];
  },
};
