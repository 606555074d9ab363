import { SLOTS_PER_LEADER } from '../../../leaders.js';
import { DEX_NAMES } from '../../pool.js';
import type { SandwichDraft, SandwichKind, Setting } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The longest span that counts without a known bot. */
const SHORT_SPAN = 4;

/**
 * Legs in different slots: the front in the first, the back in the last, victims in between.
 *
 * @param slotsOf null: skipped slots prevent it
 * @param tipShare lamports of tip as a share of what the legs earn
 */
function wideKind(
  name: string,
  slotsOf: (setting: Setting) => number[] | null,
  tipShare?: number,
): SandwichKind {
  return {
    name,
    dexes: DEX_NAMES,
    plan(setting) {
      const slots = slotsOf(setting);
      return slots && wideDraft(setting, slots, tipShare);
    },
  };
}

function wideDraft(
  setting: Setting,
  slots: readonly number[],
  tipShare: number | undefined,
): SandwichDraft[] | null {
  const { random } = setting.context;
  const victims = random.between(1, 3);
  const set = stage(setting, { count: victims });
  if (set === null) return null;
  const { front, victim, back } = stepsOf(setting, set);
  const first = slots[0]!;
  const last = slots.at(-1)!;
  const middle = Array.from({ length: victims }, (_, index) => {
    const slot = random.pick(slots);
    const position = slot === first ? 0.85 : slot === last ? 0.1 : random.unit();
    return victim(index, { slot, position });
  }).sort((left, right) => left.slot - right.slot || left.position - right.position);
  const wishes =
    tipShare === undefined
      ? { noTip: random.chance(0.5) }
      : { tipLamports: Math.floor(Number(set.gross) * tipShare) };
  return [
    {
      sandwich: set.sandwich,
      steps: [front({ slot: first }, 0.7), ...middle, back({ slot: last, position: 0.5 }, 1_000n, wishes)],
    },
  ];
}

/** Between `least` and `most` slots that span no more than four. */
function shortSpan(setting: Setting, least: number, most: number): number[] | null {
  const count = setting.context.random.between(least, most);
  const slots = setting.slotsAhead(count);
  return slots.length === count && slots.at(-1)! - slots[0]! <= SHORT_SPAN ? slots : null;
}

/** Across one to four slots. */
export const wide = wideKind('wide', (setting) => shortSpan(setting, 2, 5));

/** The same, spanning a skipped slot. */
export const wideSkipped = wideKind('wide_skipped', ({ context: { slot, isSkipped }, slotsAhead }) => {
  const isOver = (slots: readonly number[]): boolean =>
    slots.at(-1)! - slot <= SHORT_SPAN && slots.at(-1)! - slot >= slots.length;
  if (![1, 2, 3].some((ahead) => isSkipped(slot + ahead))) return null;
  return [2, 3, 4].map((count) => slotsAhead(count)).find(isOver) ?? null;
});

/** The front in a leader's last slot, the back in the next leader's slots. */
export const wideLeaderBoundary = wideKind('wide_leader_boundary', (setting) => {
  const { slot, world } = setting.context;
  const slots = shortSpan(setting, 2, 3);
  if (slot % SLOTS_PER_LEADER !== SLOTS_PER_LEADER - 1 || slots === null) return null;
  return world.leaderOf(slot) === world.leaderOf(slots[1]!) ? null : slots;
});

/** Tips more than it earns: an ordinary round trip, which must not be counted. */
export const wideLoss = wideKind('wide_loss', (setting) => shortSpan(setting, 2, 4), 3);

/** Five to twenty slots by a wallet without history: not counted either. */
export const wideLong = wideKind('wide_long', ({ context, slotsAhead }) => {
  const slots = slotsAhead(context.random.between(6, 16));
  const span = slots.at(-1)! - slots[0]!;
  return span <= SHORT_SPAN || span > 20 ? null : slots;
});
