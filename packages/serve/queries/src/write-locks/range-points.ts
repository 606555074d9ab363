import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const RANGE_POINTS = defineFileQuery(import.meta.url, './range-points.sql', {
  params: { from: param.integer, to: param.integer, slots_per_point: param.integer },
  row: {
    point: column.integer,
    /** Unix seconds. */
    time: column.nullable(column.integer),
    blocks: column.integer,
    blocksWithMeta: column.integer,
  },
});

/** The stored blocks of a run of slots. Runs without blocks are left out. */
export interface RangePoint {
  /** The index of the run. */
  point: number;
  /** First slot of the run. */
  slot: number;
  /** The time of its first stored block; null where that is not known. ISO 8601. */
  timestamp: string | null;
  blocks: number;
  /** Those of them that have compute units. */
  blocksWithMeta: number;
}

/** The number of slots per point, so that there are at most `most` points. */
export function slotsPerPoint(fromSlot: number, toSlot: number, most: number): number {
  return Math.ceil((toSlot - fromSlot + 1) / most);
}

export async function readRangePoints(
  database: Database,
  { fromSlot, toSlot }: { fromSlot: number; toSlot: number },
  perPoint: number,
  context: QueryContext,
): Promise<RangePoint[]> {
  const params = { from: fromSlot, to: toSlot, slots_per_point: perPoint };
  const rows = await database.rows(RANGE_POINTS, params, context);
  return rows.map(({ point, time, blocks, blocksWithMeta }) => ({
    point,
    slot: fromSlot + point * perPoint,
    timestamp: time === null ? null : new Date(time * 1_000).toISOString(),
    blocks,
    blocksWithMeta,
  }));
}
