import type { Layout } from './layout.js';
import { isOnRail, type Mark } from './marks.js';

const MOST_NAMED_MARKS = 60;
const NAME_WIDTH = 76;

interface PlacedName {
  mark: Mark;
  x: number;
  y: number;
  anchor: 'start' | 'end';
}

/** Where the marks on the rail have their names: beside them, where there is room. */
export function placeNames(layout: Layout, marks: readonly Mark[]): PlacedName[] {
  const parts = marks
    .map((mark, at) => ({ mark, spot: layout.spots[at]! }))
    .filter(({ mark }) => isOnRail(mark))
    .sort((left, right) => left.mark.lane - right.mark.lane || left.spot.x - right.spot.x);
  // Free space on either side of a mark; a name takes that of its neighbour, too.
  let takenTo = { lane: -1, x: 0 };
  return parts.slice(0, MOST_NAMED_MARKS).flatMap(({ mark, spot }, at): PlacedName[] => {
    const before = takenTo.lane === mark.lane ? takenTo.x : layout.left;
    const next = parts[at + 1];
    const end =
      next?.mark.lane === mark.lane ? next.spot.x - next.spot.radius : layout.left + layout.plotWidth;
    const reach = spot.radius + 8;
    const isRight = end - spot.x - reach >= NAME_WIDTH;
    const isLeft = !isRight && spot.x - reach - before >= NAME_WIDTH;
    takenTo = { lane: mark.lane, x: spot.x + reach + (isRight ? NAME_WIDTH : 0) };
    if (!isRight && !isLeft) return [];
    return [
      { mark, x: spot.x + (isRight ? reach : -reach), y: spot.y + 4, anchor: isRight ? 'start' : 'end' },
    ];
  });
}

const ROLE_NAMES = {
  frontrun: 'frontrun',
  backrun: 'backrun',
  victim: 'victim',
  frontrun_attempt: 'failed frontrun',
  backrun_attempt: 'failed backrun',
} as const;

export function partName({ role, row }: Mark): string {
  const own = row.roles[0]?.role;
  if (role === 'you') return own === undefined || own === 'victim' ? 'this trade' : `this ${ROLE_NAMES[own]}`;
  if (role === 'attempt') return own === undefined ? 'failed attempt' : ROLE_NAMES[own];
  return role === 'other' ? 'transaction' : role;
}
