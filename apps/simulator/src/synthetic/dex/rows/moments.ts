import type { Random } from '../../random.js';

/** Where in the chain a transaction of a scene is. */
export interface Moment {
  slot: number;
  position: number;
}

/**
 * Moments in order, the first in the first slot and the last in the last one. In one slot they are often adjacent, as
 * in a bundle.
 */
export function momentsOver(random: Random, slots: readonly number[], count: number): Moment[] {
  const span = slots.length - 1;
  if (span === 0 && random.chance(0.5)) {
    const position = 0.02 + 0.9 * random.unit();
    return Array.from({ length: count }, () => ({ slot: slots[0]!, position }));
  }
  const begin = span === 0 ? 0.6 * random.unit() : 0.95 * random.unit();
  const end = span === 0 ? begin + (0.98 - begin) * random.unit() : span + 0.98 * random.unit();
  return between(random, slots, count - 2, begin, end, true);
}

/** Moments in order between two points, given in slots after the first one. */
function between(
  random: Random,
  slots: readonly number[],
  count: number,
  begin: number,
  end: number,
  withEnds: boolean,
): Moment[] {
  const points = Array.from({ length: count }, () => begin + (end - begin) * random.unit()).sort(
    (left, right) => left - right,
  );
  return (withEnds ? [begin, ...points, end] : points).map((point) => ({
    slot: slots[Math.floor(point)]!,
    position: Math.min(0.999, point % 1),
  }));
}

export interface QuietMoments {
  before: Moment[];
  quiet: Moment[];
  after: Moment[];
  quietSlot: number;
}

/** The same with a slot in between in which only the `quiet` ones are. There are at least three slots. */
export function momentsAround(
  random: Random,
  slots: readonly number[],
  counts: { before: number; quiet: number; after: number },
): QuietMoments {
  const at = random.between(1, slots.length - 2);
  const begin = 0.95 * random.unit();
  const end = slots.length - 1 + 0.98 * random.unit();
  return {
    before: [
      { slot: slots[0]!, position: begin },
      ...between(random, slots, counts.before - 1, begin, at, false),
    ],
    quiet: between(random, slots, counts.quiet, at, at + 1, false),
    after: [
      ...between(random, slots, counts.after - 1, at + 1, end, false),
      { slot: slots.at(-1)!, position: end % 1 },
    ],
    quietSlot: slots[at]!,
  };
}
