import { SLOTS_PER_LEADER } from '../../../leaders.js';
import { DEX_NAMES } from '../../pool.js';
import type { SandwichDraft, SandwichKind, Setting } from '../sandwich-kind.js';
import { stage } from '../stage.js';
import { stepsOf } from '../steps.js';

/** The longest span that counts without a known bot. */
const SHORT_SPAN = 4;

interface WideWishes {
  /** Lamports of tip as a share of what the legs earn. */
  tipShare?: number;
  victims?: number;
}

/** Legs in different slots: the front in the first, the back in the last, victims in between. */
export function wideDraft(
  setting: Setting,
  slots: readonly number[],
  { tipShare, victims = setting.context.random.between(1, 3) }: WideWishes = {},
): SandwichDraft[] | null {
  const { random } = setting.context;
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

/** `count` slots that span at most `span`; null if skipped slots prevent that. */
function within(setting: Setting, count: number, span: number): number[] | null {
  const slots = setting.slotsAhead(count);
  return slots.length === count && slots.at(-1)! - slots[0]! <= span ? slots : null;
}

/** Across one to four slots. */
export const wide: SandwichKind = {
  name: 'wide',
  dexes: DEX_NAMES,
  plan(setting) {
    const slots = within(setting, setting.context.random.between(2, 5), SHORT_SPAN);
    return slots === null ? null : wideDraft(setting, slots);
  },
};

/** The same, spanning a skipped slot. */
export const wideSkipped: SandwichKind = {
  name: 'wide_skipped',
  dexes: DEX_NAMES,
  plan(setting) {
    const { slot, isSkipped } = setting.context;
    const isOver = (slots: readonly number[]): boolean =>
      slots.at(-1)! - slot <= SHORT_SPAN && slots.at(-1)! - slot >= slots.length;
    if (![1, 2, 3].some((ahead) => isSkipped(slot + ahead))) return null;
    const slots = [2, 3, 4].map((count) => setting.slotsAhead(count)).find(isOver);
    return slots === undefined ? null : wideDraft(setting, slots);
  },
};

/** The front in a leader's last slot, the back in the next leader's slots. */
export const wideLeaderBoundary: SandwichKind = {
  name: 'wide_leader_boundary',
  dexes: DEX_NAMES,
  plan(setting) {
    const { slot, world } = setting.context;
    const slots = within(setting, setting.context.random.between(2, 3), SHORT_SPAN);
    if (slot % SLOTS_PER_LEADER !== SLOTS_PER_LEADER - 1 || slots === null) return null;
    if (world.leaderOf(slot) === world.leaderOf(slots[1]!)) return null;
    return wideDraft(setting, slots);
  },
};

/** Tips more than it earns: an ordinary round trip, which must not be counted. */
export const wideLoss: SandwichKind = {
  name: 'wide_loss',
  dexes: DEX_NAMES,
  plan(setting) {
    const slots = within(setting, setting.context.random.between(2, 4), SHORT_SPAN);
    return slots === null ? null : wideDraft(setting, slots, { tipShare: 3 });
  },
};

/** Five to twenty slots by a wallet without history: not counted either. */
export const wideLong: SandwichKind = {
  name: 'wide_long',
  dexes: DEX_NAMES,
  plan(setting) {
    const slots = setting.slotsAhead(setting.context.random.between(6, 16));
    const span = slots.at(-1)! - slots[0]!;
    return span <= SHORT_SPAN || span > 20 ? null : wideDraft(setting, slots);
  },
};
