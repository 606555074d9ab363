import type { Row } from '../../api/queries.js';

export const TICKS_A_SLOT = 64;

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
      // The last possible tick of a slot may be that of the next slot's first entry.
      tick: Math.min(TICKS_A_SLOT - 1, Math.max(0, row.poh_tick - row.slot * TICKS_A_SLOT)),
      role,
      shape: shapeOf(row, role),
      isHollow: row.success === false,
    };
  });
}

/** Whether it belongs to a sandwich, or is the transaction of the page. */
export const isPart = ({ role }: Mark): boolean => role !== 'other' && role !== 'vote';

/** Whether it has a place of its own above the others of its lane; victims stand with those, at their ticks. */
export const isOnRail = (mark: Mark): boolean => isPart(mark) && mark.role !== 'victim';

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
