import type { components } from '@tickscope/schemas';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toInteger } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import { type DayCoverage, type DayRange, listedRanges, readDayCoverage } from './day-range.js';
import { mergeSpans, type SlotSpan } from './spans.js';

type RangeCoverage = components['schemas']['RangeCoverage'];

const query = (name: string) => ({ name, sql: sqlFile(import.meta.url, `./${name}.sql`) });
const DETECTED_BUCKETS = query('detected-buckets');
const UNDETECTED_SLOTS = query('undetected-slots');

const SLOTS_A_BUCKET = 4_096;
/** 262,144 slots: the set of a query stays small. */
const BUCKETS_A_QUERY = 64;

export interface AnalysedCoverage extends Pick<DayCoverage, 'hasLostLocks'> {
  coverage: RangeCoverage;
}

/** What of a range is not stored, and over which of its stored blocks detection has not run. */
export async function readAnalysedCoverage(
  database: Database,
  range: DayRange,
  context: QueryContext,
): Promise<AnalysedCoverage> {
  const [{ coverage, hasLostLocks }, undetected] = await Promise.all([
    readDayCoverage(database, range, context),
    readUndetected(database, range, context),
  ]);
  const { ranges, isCut } = listedRanges(undetected.spans);
  return {
    coverage: {
      ...coverage,
      undetected_slot_count: undetected.slots,
      undetected_ranges: ranges,
      ranges_truncated: coverage.ranges_truncated || isCut,
    },
    hasLostLocks,
  };
}

interface Undetected {
  slots: number;
  /** The first of them, more than are listed where there are more. */
  spans: SlotSpan[];
}

async function readUndetected(
  database: Database,
  { fromSlot, toSlot }: Pick<DayRange, 'fromSlot' | 'toSlot'>,
  context: QueryContext,
): Promise<Undetected> {
  const asked = { from: fromSlot, to: toSlot };
  const rows = await database.rows<[bucket: string]>(DETECTED_BUCKETS, asked, context);
  const suspects = rows.map(([bucket]) => toInteger(bucket));
  let slots = 0;
  const spans: SlotSpan[] = [];
  for (let at = 0; at < suspects.length; at += BUCKETS_A_QUERY) {
    const buckets = suspects.slice(at, at + BUCKETS_A_QUERY);
    const params = {
      buckets,
      from: Math.max(fromSlot, buckets[0]! * SLOTS_A_BUCKET),
      to: Math.min(toSlot, (buckets.at(-1)! + 1) * SLOTS_A_BUCKET - 1),
    };
    type Row = [slots: string, spans: [string, string][]];
    const [row] = await database.rows<Row>(UNDETECTED_SLOTS, params, context);
    if (row === undefined) throw new Error('a query without GROUP BY gave no row');
    slots += toInteger(row[0]);
    for (const [from, to] of row[1]) spans.push([toInteger(from), toInteger(to)]);
  }
  // A run may go on in the next query.
  return { slots, spans: mergeSpans(spans) };
}
