import { plural } from './format/text.js';

/**
 * The transactions that an account's answer lists, in words. They are not its writers: who only reads it beside a writer
 * is among them, and who was alone with it in a slot is not.
 */
export function competingText(count: number): string {
  return `the newest ${plural(count, 'transaction')} that locked it in slots with a conflict, to write or to read, failed ones included`;
}

export interface LockPoint {
  slot: number;
  writeLocks: number;
}

/** The points with most write locks, most first; never one without any. */
export function busiestPoints(points: readonly LockPoint[], most: number): LockPoint[] {
  return points
    .filter(({ writeLocks }) => writeLocks > 0)
    .toSorted((left, right) => right.writeLocks - left.writeLocks)
    .slice(0, most);
}

/** First and last slot of the point that begins at a slot; `last`: where the range that was asked about ends. */
export function slotsOfPoint(
  slot: number,
  slotsPerPoint: number,
  last: number,
): { from: number; to: number } {
  return { from: slot, to: Math.max(slot, Math.min(slot + slotsPerPoint - 1, last)) };
}

/** `432,001,671`, or `432,001,670 – 432,001,679` where a point is several slots. */
export function pointText(slot: number, slotsPerPoint: number, last: number): string {
  const { from, to } = slotsOfPoint(slot, slotsPerPoint, last);
  return from === to
    ? from.toLocaleString('en')
    : `${from.toLocaleString('en')} – ${to.toLocaleString('en')}`;
}
