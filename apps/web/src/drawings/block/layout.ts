import type { BlockTransaction } from '../../api/chain-queries.js';
import { partOf } from '../../sandwich-parts.js';
import { TICKS_A_SLOT, tickInSlot } from '../ticks.js';

/** The pitch of marks in a roomy column. */
const WIDEST_PITCH = 11;
const LEAST_PITCH = 4.6;
const MOST_HEIGHT = 320;
const LEAST_HEIGHT = 96;
/** Room between two entries of a tick, in rows. */
const ENTRY_GAP = 0.45;

export type BlockRole = 'frontrun' | 'backrun' | 'victim' | 'attempt' | 'swap' | 'other' | 'vote';

export interface BlockMark {
  transaction: BlockTransaction;
  role: BlockRole;
  x: number;
  y: number;
  radius: number;
}

/** The lane of an entry: what its marks stand on. */
export interface EntryLane {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface BlockLayout {
  marks: BlockMark[];
  lanes: EntryLane[];
  height: number;
  /** Width of a tick. */
  cell: number;
  /** False where the block's entries are not known: then the axis is the order in the block, not ticks. */
  hasTicks: boolean;
}

export function roleOf({ roles, is_vote: isVote, dexes }: BlockTransaction): BlockRole {
  return partOf(roles) ?? (isVote ? 'vote' : dexes.length > 0 ? 'swap' : 'other');
}

export const isPart = (role: BlockRole): boolean => role !== 'swap' && role !== 'other' && role !== 'vote';

/**
 * Where each transaction of a block stands: a column for each tick, in it a lane for each entry, the first at the
 * bottom, and in a lane the transactions in the order of the chain. The area of a mark grows with its compute.
 */
export function blockLayout(
  slot: number,
  transactions: readonly BlockTransaction[],
  width: number,
): BlockLayout {
  const hasTicks = transactions.every(({ poh_tick: tick }) => tick !== null);
  const columns = columnsOf(slot, transactions, hasTicks);
  const cell = width / TICKS_A_SLOT;
  const { perRow, pitch, tallest } = gridOf(columns, cell - 2);
  const height = Math.round(Math.max(LEAST_HEIGHT, Math.min(MOST_HEIGHT, tallest * pitch)));
  const rowHeight = Math.min(pitch, height / tallest);
  const mostCompute = Math.max(1, ...transactions.map(({ compute_units: units }) => units ?? 0));
  const marks: BlockMark[] = [];
  const lanes: EntryLane[] = [];
  for (const [column, entries] of columns.entries()) {
    const left = column * cell + (cell - perRow * pitch) / 2;
    let bottom = height;
    for (const entry of entries) {
      const laneHeight = Math.ceil(entry.length / perRow) * rowHeight;
      lanes.push({ x: left - 0.5, y: bottom - laneHeight, width: perRow * pitch + 1, height: laneHeight });
      for (const [at, transaction] of entry.entries()) {
        const role = roleOf(transaction);
        marks.push({
          transaction,
          role,
          x: left + ((at % perRow) + 0.5) * pitch,
          y: bottom - (Math.floor(at / perRow) + 0.5) * rowHeight,
          radius: radiusOf(transaction, role, Math.min(pitch, rowHeight + 1) / 2, mostCompute),
        });
      }
      bottom -= laneHeight + ENTRY_GAP * rowHeight;
    }
  }
  marks.sort((left, right) => left.transaction.block_index - right.transaction.block_index);
  return { marks, lanes, height, cell, hasTicks };
}

/** As few marks in a row as the height allows: they are larger then. `tallest`: rows of the highest column. */
function gridOf(
  columns: readonly (readonly (readonly BlockTransaction[])[])[],
  room: number,
): { perRow: number; pitch: number; tallest: number } {
  const most = Math.max(1, Math.floor(room / LEAST_PITCH));
  for (let perRow = 1; ; perRow += 1) {
    const pitch = Math.max(2.4, Math.min(WIDEST_PITCH, room / perRow));
    const rows = columns.map((entries) =>
      entries.reduce((sum, entry) => sum + Math.ceil(entry.length / perRow) + ENTRY_GAP, 0),
    );
    const tallest = Math.max(1, ...rows);
    if (perRow >= most || tallest * pitch <= MOST_HEIGHT) return { perRow, pitch, tallest };
  }
}

/** The entries of each of 64 columns; without ticks, the columns share the block's transactions evenly. */
function columnsOf(
  slot: number,
  transactions: readonly BlockTransaction[],
  hasTicks: boolean,
): BlockTransaction[][][] {
  const columns: BlockTransaction[][][] = Array.from({ length: TICKS_A_SLOT }, () => []);
  const last = transactions.at(-1)?.block_index ?? 0;
  for (const transaction of transactions) {
    const column = hasTicks
      ? tickInSlot(slot, transaction.poh_tick!)
      : Math.floor((transaction.block_index * TICKS_A_SLOT) / (last + 1));
    const entries = columns[column]!;
    const before = entries.at(-1);
    if (before !== undefined && before[0]!.entry_index === transaction.entry_index) before.push(transaction);
    else entries.push([transaction]);
  }
  return columns;
}

function radiusOf(
  { compute_units: units }: BlockTransaction,
  role: BlockRole,
  most: number,
  mostCompute: number,
): number {
  const share = Math.sqrt((units ?? 0) / mostCompute);
  const radius = most * (0.42 + 0.58 * share);
  return isPart(role) ? Math.max(3.6, radius * 1.25) : radius;
}

/** The mark next to a point; null where none is near. Parts of sandwiches come first. */
export function markAt(marks: readonly BlockMark[], x: number, y: number, reach: number): number | null {
  let best: number | null = null;
  let least = reach ** 2;
  for (const [at, mark] of marks.entries()) {
    const distance = (mark.x - x) ** 2 + (mark.y - y) ** 2 - (isPart(mark.role) ? 16 : 0);
    if (distance >= least) continue;
    best = at;
    least = distance;
  }
  return best;
}
