import { GAPS_OF_RANGE, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

/** A gap that is not repaired. */
export type UnrepairedGap = RowOf<typeof GAPS_OF_RANGE>;

/** Reads the unrepaired gaps that overlap a slot range, newest first. */
export function readGaps(
  database: Database,
  range: { from: number; to: number; rows: number },
  context: QueryContext,
): Promise<UnrepairedGap[]> {
  return database.rows(GAPS_OF_RANGE, range, context);
}
