import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';

const RANGE_POINTS = { name: 'range-points', sql: sqlFile(import.meta.url, './range-points.sql') };

/** Stored blocks of a run of slots; a run without any is not there. */
export interface RangePoint {
  /** How many runs come before it. */
  point: number;
  /** First slot of the run. */
  slot: number;
  /** When its first stored block was made; null where that is not known. ISO 8601. */
  timestamp: string | null;
  blocks: number;
  /** Of them, those that tell compute units. */
  blocksWithMeta: number;
}

/** How many slots a point covers, so that there are at most so many points. */
export function slotsPerPoint(fromSlot: number, toSlot: number, most: number): number {
  return Math.ceil((toSlot - fromSlot + 1) / most);
}

export async function readRangePoints(
  database: Database,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  perPoint: number,
  context: QueryContext,
): Promise<RangePoint[]> {
  const rows = await database.rows<[string, number | null, number, number]>(
    RANGE_POINTS,
    { from: fromSlot, to: toSlot, slots_per_point: perPoint },
    context,
  );
  return rows.map(([pointText, time, blocks, blocksWithMeta]) => {
    const point = toInteger(pointText);
    return {
      point,
      slot: fromSlot + point * perPoint,
      timestamp: time === null ? null : new Date(time * 1_000).toISOString(),
      blocks,
      blocksWithMeta,
    };
  });
}
