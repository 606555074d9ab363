import { mergeRanges, type SlotRange } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { type DayCoverage, type DayRange, listedRanges, readDayCoverage } from './day-range.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';

type RangeCoverage = components['schemas']['RangeCoverage'];

const SLOTS = { from: param.integer, to: param.integer, links_known_version: param.integer };
const DETECTED_BUCKETS = defineQuery({
  name: 'detected-buckets',
  sql: sqlFile(import.meta.url, './detected-buckets.sql'),
  params: SLOTS,
  row: { bucket: column.integer },
});
const UNDETECTED_SLOTS = defineQuery({
  name: 'undetected-slots',
  sql: sqlFile(import.meta.url, './undetected-slots.sql'),
  params: { ...SLOTS, buckets: param.integers },
  row: {
    kind: column.oneOf('undetected', 'links_unknown'),
    slots: column.integer,
    ranges: column.list(column.tuple({ fromSlot: column.integer, toSlot: column.integer })),
  },
});

const SLOTS_A_BUCKET = 4_096;
/** 262,144 slots, so that the set of a query stays small. */
const BUCKETS_A_QUERY = 64;

export interface AnalysedCoverage extends Pick<DayCoverage, 'hasLostLocks'> {
  coverage: RangeCoverage;
}

/** Reads which slots of a range are not stored, not detected, or without all token links. */
export async function readAnalysedCoverage(
  database: Database,
  range: DayRange,
  context: QueryContext,
): Promise<AnalysedCoverage> {
  const [{ coverage, hasLostLocks }, { undetected, links_unknown: linksUnknown }] = await Promise.all([
    readDayCoverage(database, range, context),
    readUnanalysed(database, range, context),
  ]);
  const [undetectedRanges, linksRanges] = [
    listedRanges(undetected.ranges),
    listedRanges(linksUnknown.ranges),
  ];
  return {
    coverage: {
      ...coverage,
      undetected_slot_count: undetected.slots,
      undetected_ranges: undetectedRanges.ranges,
      links_unknown_slot_count: linksUnknown.slots,
      links_unknown_ranges: linksRanges.ranges,
      ranges_truncated: coverage.ranges_truncated || undetectedRanges.isCut || linksRanges.isCut,
    },
    hasLostLocks,
  };
}

type Kind = 'undetected' | 'links_unknown';

interface SlotsOfKind {
  slots: number;
  /** The first of them; more than are listed where there are more. */
  ranges: SlotRange[];
}

async function readUnanalysed(
  database: Database,
  { fromSlot, toSlot }: SlotRange,
  context: QueryContext,
): Promise<Record<Kind, SlotsOfKind>> {
  const version = { links_known_version: LINKS_KNOWN_VERSION };
  const asked = { from: fromSlot, to: toSlot, ...version };
  const rows = await database.rows(DETECTED_BUCKETS, asked, context);
  const suspects = rows.map(({ bucket }) => bucket);
  const found: Record<Kind, SlotsOfKind> = {
    undetected: { slots: 0, ranges: [] },
    links_unknown: { slots: 0, ranges: [] },
  };
  for (let at = 0; at < suspects.length; at += BUCKETS_A_QUERY) {
    const buckets = suspects.slice(at, at + BUCKETS_A_QUERY);
    const params = {
      buckets,
      ...version,
      from: Math.max(fromSlot, buckets[0]! * SLOTS_A_BUCKET),
      to: Math.min(toSlot, (buckets.at(-1)! + 1) * SLOTS_A_BUCKET - 1),
    };
    for (const { kind, slots, ranges } of await database.rows(UNDETECTED_SLOTS, params, context)) {
      found[kind].slots += slots;
      found[kind].ranges.push(...ranges);
    }
  }
  // A run may continue in the next query.
  for (const each of Object.values(found)) each.ranges = mergeRanges(each.ranges);
  return found;
}
