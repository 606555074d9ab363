import { DEX_NAMES } from '../../pool.js';
import { FINAL_AFTER_SLOTS } from '../reputation.js';
import type { SandwichDraft, SandwichKind } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

const SHORT_ONES = 5;

/**
 * Five short sandwiches in five pools and, once they are final, a long one over 5 to 10 slots, which counts because of
 * them.
 */
export const knownBot: SandwichKind = {
  name: 'known_bot',
  dexes: DEX_NAMES,
  plan(setting) {
    const { random } = setting.context;
    const slots = setting.slotsAhead(SHORT_ONES + FINAL_AFTER_SLOTS + 18);
    const drafts: SandwichDraft[] = [];
    const first = stage(setting);
    if (first === null) return null;
    const { bot } = first;
    const stages = [first];
    while (stages.length <= SHORT_ONES) {
      const next = stage(setting, { bot, count: stages.length === SHORT_ONES ? 2 : 1 });
      if (next === null) return null;
      stages.push(next);
    }
    for (const [index, set] of stages.slice(0, SHORT_ONES).entries()) {
      set.sandwich.kind = 'known_bot_short';
      const slot = slots[index]!;
      const { front, victim, back } = stepsOf(setting, set);
      drafts.push({ sandwich: set.sandwich, steps: [front({ slot }), victim(0, { slot }), back({ slot })] });
    }
    const wide = stages[SHORT_ONES]!;
    wide.sandwich.kind = 'known_bot_wide';
    const begin = slots.find((slot) => slot >= slots[SHORT_ONES - 1]! + FINAL_AFTER_SLOTS)!;
    const end = slots.find((slot) => slot >= begin + random.between(5, 9)) ?? slots.at(-1)!;
    if (end - begin > 10) return null;
    const { front, victim, back } = stepsOf(setting, wide);
    const middle = slots.filter((slot) => slot > begin && slot < end);
    // All slots in between are skipped, so there could be no victim.
    if (middle.length === 0) return null;
    drafts.push({
      sandwich: wide.sandwich,
      steps: [
        front({ slot: begin }, 0.7),
        victim(0, { slot: begin, position: 0.9 }),
        victim(1, { slot: random.pick(middle) }),
        back({ slot: end }),
      ],
    });
    return drafts;
  },
};
