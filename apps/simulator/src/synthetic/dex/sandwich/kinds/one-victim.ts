import { got } from '../../planned-swap.js';
import { stock } from '../bot.js';
import { failedLeg } from '../legs.js';
import type { Step } from '../sandwich-kind.js';
import { sandwichKind } from './define.js';

/** The classic sandwich: front, victim and back adjacent in one block, like a bundle. */
export const sameSlot = sandwichKind('same_slot', {
  steps: ({ front, victim, back }) => [front(), victim(0), back()],
});

/** Within one block, but with unrelated transactions between the legs. */
export const sameSlotSpread = sandwichKind('same_slot_spread', {
  steps({ front, victim, back }, { position }, { context: { random } }) {
    const later = position + (0.98 - position) * random.unit();
    const last = later + (0.99 - later) * random.unit();
    return [front({}, 0.8), victim(0, { position: later }), back({ position: last })];
  },
});

/** The victim sells: the bot first sells tokens it owns and then buys them back cheaper. */
export const sameSlotSell = sandwichKind('same_slot_sell', {
  wishes: { isBuy: false },
  steps({ front, victim, back }, { bot, sandwich: { pool } }, setting) {
    stock(setting, bot, pool, pool.curve.baseReserve);
    return [front(), victim(0), back()];
  },
});

/** The back leg sells more or less than the front bought, by `thousandths`. */
const inventory = (name: string, thousandths: (draw: number) => bigint) =>
  sandwichKind(name, {
    steps({ front, victim, back }, { bot, sandwich: { pool } }, setting) {
      const share = thousandths(setting.context.random.unit());
      stock(setting, bot, pool, pool.curve.baseReserve);
      return [front(), victim(0), back({}, share)];
    },
  });

/** Also sells old inventory: the matched share counts. */
export const inventoryMore = inventory('inventory_more', () => 1_400n);

/** Keeps so much that the amounts prove nothing. */
export const inventoryLess = inventory('inventory_less', () => 600n);

/** Close enough for `loose`, not close enough for `exact`. */
export const inventoryNear = inventory('inventory_near', (draw) =>
  draw < 0.5 ? 920n + BigInt(Math.floor(draw * 150)) : 1_005n + BigInt(Math.floor((draw - 0.5) * 150)),
);

/** Two or three front legs before the victim, one back leg for all. */
export const splitFronts = sandwichKind('split_fronts', {
  steps({ front, victim, back }, _, { context }) {
    const parts = context.random.between(2, 3);
    const fronts = Array.from({ length: parts }, () => front({}, 1 / parts));
    return [...fronts, victim(0), back()];
  },
});

/** One front leg, whose output is sold in two or three parts, the last of them sometimes slots later. */
export const splitBacks = sandwichKind('split_backs', {
  steps({ front, victim, back }, _, setting) {
    const slots = setting.slotsAhead(3);
    const { random } = setting.context;
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
    return [front(), victim(0), ...backs];
  },
});

/** One to three failed tries before the front succeeds, in its slot or the one before; sometimes a failed back. */
export const failedFronts = sandwichKind('failed_fronts', {
  steps({ front, victim, back }, set, { market, context: { random }, slotsAhead }) {
    const { sandwich, bot, position } = set;
    const slots = slotsAhead(2);
    const slot = random.chance(0.5) ? slots[0]! : slots[1]!;
    const tries = Array.from(
      { length: random.between(1, 3) },
      (): Step => ({
        slot: slots[0]!,
        position,
        plan: (now) => failedLeg(market, sandwich, bot, 'front', set.front, now),
      }),
    );
    const steps: Step[] = [...tries, front({ slot }), victim(0, { slot })];
    if (random.chance(0.4))
      steps.push({
        slot,
        position,
        plan: (now) => failedLeg(market, sandwich, bot, 'back', got(sandwich.fronts), now),
      });
    return [...steps, back({ slot })];
  },
});
