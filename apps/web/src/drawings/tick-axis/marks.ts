import type { Row } from '../../api/queries.js';
import { partOf } from '../../sandwich-parts.js';
import { TICKS_A_SLOT, tickInSlot } from '../ticks.js';

export type MarkRole = 'you' | 'frontrun' | 'backrun' | 'victim' | 'attempt' | 'vote' | 'other';

export interface Mark {
  row: Row;
  /** Index of the lane, from the first slot of the range. */
  lane: number;
  /** Tick in the slot, 0 to 63. */
  tick: number;
  role: MarkRole;
  shape: 'circle' | 'triangle' | 'diamond';
  isHollow: boolean;
}

/** One mark for each row, in the order of the rows, which is that of the chain. */
export function marksOf(rows: readonly Row[], firstSlot: number): Mark[] {
  return rows.map((row) => {
    const role = roleOf(row);
    return {
      row,
      lane: row.slot - firstSlot,
      tick: tickInSlot(row.slot, row.poh_tick),
      role,
      shape: shapeOf(row, role),
      isHollow: row.success === false,
    };
  });
}

/** Whether it belongs to a sandwich, or is the transaction of the page. */
export const isPart = ({ role }: Mark): boolean => role !== 'other' && role !== 'vote';

/**
 * Whether it has a place and a name of its own above the others of its lane. Victims and failed attempts stand with those, at
 * their ticks: beside the legs they would take the room for the legs' names.
 */
export const isOnRail = (mark: Mark): boolean =>
  isPart(mark) && mark.role !== 'victim' && mark.role !== 'attempt';

function roleOf(row: Row): MarkRole {
  return row.is_original ? 'you' : (partOf(row.roles) ?? (row.is_vote === 1 ? 'vote' : 'other'));
}

function shapeOf(row: Row, role: MarkRole): Mark['shape'] {
  const isAttack = row.roles.some((part) => part.role !== 'victim');
  if (isAttack || role === 'attempt') return 'diamond';
  return row.matched_in_written ? 'circle' : 'triangle';
}

/** Which mark a key leads to; null for other keys. */
export function keyTarget(key: string, marks: readonly Mark[], chosen: number): number | null {
  const own = marks.findIndex(({ role }) => role === 'you');
  const from = chosen < 0 ? Math.max(0, own) : chosen;
  switch (key) {
    case 'ArrowRight':
      return Math.min(marks.length - 1, from + 1);
    case 'ArrowLeft':
      return Math.max(0, from - 1);
    case 'Home':
      return own;
    case 'ArrowDown':
      return inNextLane(marks, from, 1);
    case 'ArrowUp':
      return inNextLane(marks, from, -1);
    default:
      return null;
  }
}

/** The mark of the nearest lane with marks above or below whose tick is nearest. */
function inNextLane(marks: readonly Mark[], from: number, sign: 1 | -1): number {
  const mark = marks[from];
  if (mark === undefined) return from;
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, other] of marks.entries()) {
    const lanes = (other.lane - mark.lane) * sign;
    const distance = lanes * 2 * TICKS_A_SLOT + Math.abs(other.tick - mark.tick);
    if (lanes <= 0 || distance >= least) continue;
    best = at;
    least = distance;
  }
  return best;
}
