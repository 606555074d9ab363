import type { Row } from '../../api/queries.js';

export const TICKS_A_SLOT = 64;

export type MarkRole = 'you' | 'frontrun' | 'backrun' | 'victim' | 'attempt' | 'vote' | 'other';

export interface Mark {
  row: Row;
  /** Index of the lane, from the first slot of the range. */
  lane: number;
  /** Tick in the slot, 0 to 63. */
  tick: number;
  /** Number of marks of the same tick beneath it. */
  level: number;
  role: MarkRole;
  shape: 'circle' | 'triangle' | 'diamond';
  isHollow: boolean;
}

/** One mark for each row, in the order of the rows. */
export function marksOf(rows: readonly Row[], firstSlot: number): Mark[] {
  const levels = new Map<number, number>();
  return rows.map((row) => {
    // The last possible tick of a slot may be that of the next slot's first entry.
    const tick = Math.min(TICKS_A_SLOT - 1, Math.max(0, row.poh_tick - row.slot * TICKS_A_SLOT));
    const place = row.slot * TICKS_A_SLOT + tick;
    const level = levels.get(place) ?? 0;
    levels.set(place, level + 1);
    const role = roleOf(row);
    return {
      row,
      lane: row.slot - firstSlot,
      tick,
      level,
      role,
      shape: shapeOf(row, role),
      isHollow: row.success === false,
    };
  });
}

function roleOf(row: Row): MarkRole {
  if (row.is_original) return 'you';
  const roles = row.roles.map(({ role }) => role);
  if (roles.includes('frontrun')) return 'frontrun';
  if (roles.includes('backrun')) return 'backrun';
  if (roles.includes('victim')) return 'victim';
  if (roles.length > 0) return 'attempt';
  return row.is_vote === 1 ? 'vote' : 'other';
}

function shapeOf(row: Row, role: MarkRole): Mark['shape'] {
  if (role === 'frontrun' || role === 'backrun' || role === 'attempt') return 'diamond';
  return row.matched_in_written ? 'circle' : 'triangle';
}

/** What is seen: lanes from `top` (a fraction while one drags), `lanes` of them. */
export interface View {
  top: number;
  lanes: number;
}

/** Where the axis draws, in pixels. */
export interface Frame {
  width: number;
  height: number;
  left: number;
  top: number;
}

export interface MarkSpot {
  x: number;
  y: number;
  radius: number;
}

/** Where a mark is drawn. Marks of one tick stand on each other, closer where they would leave the lane. */
export function placeOf(mark: Mark, view: View, frame: Frame, tallest: readonly number[]): MarkSpot {
  const laneHeight = frame.height / view.lanes;
  const cell = frame.width / TICKS_A_SLOT;
  const isSpecial = mark.role !== 'other' && mark.role !== 'vote';
  const least = isSpecial ? 4 : 1.8;
  const radius = Math.max(least, Math.min(laneHeight / 7, cell / 2.4, 4) * (isSpecial ? 1.7 : 1));
  const room = laneHeight - Math.min(10, laneHeight * 0.3) - radius;
  const rows = tallest[mark.lane] ?? 1;
  const gap = Math.min(radius * (isSpecial ? 1.3 : 2.1), rows > 1 ? room / (rows - 1) : room);
  const bottom = frame.top + (mark.lane - view.top + 1) * laneHeight - Math.min(6, laneHeight * 0.2) - radius;
  return { x: frame.left + (mark.tick + 0.5) * cell, y: bottom - mark.level * gap, radius };
}

/** The most marks on one tick, for each lane. */
export function tallestOf(marks: readonly Mark[], lanes: number): number[] {
  const tallest = new Array<number>(lanes).fill(1);
  for (const { lane, level } of marks) tallest[lane] = Math.max(tallest[lane] ?? 1, level + 1);
  return tallest;
}

export function clampView(view: View, lanes: number): View {
  const shown = Math.min(view.lanes, lanes);
  return { lanes: shown, top: Math.max(0, Math.min(view.top, lanes - shown)) };
}

/** The mark next to a point; null where none is near. */
export function markAt(
  marks: readonly Mark[],
  places: readonly MarkSpot[],
  x: number,
  y: number,
  reach: number,
): number | null {
  let best: number | null = null;
  let least = reach ** 2;
  for (const [at, place] of places.entries()) {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    const isBetter = distance < least || (distance === least && marks[at]?.role !== 'other');
    if (!isBetter) continue;
    best = at;
    least = distance;
  }
  return best;
}
