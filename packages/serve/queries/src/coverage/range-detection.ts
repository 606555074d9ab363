import { mergeRanges, type SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { bucketsOf, isInside, pairsOf, SLOTS, SLOTS_A_BUCKET, slotRangesOf, TWO_RANGES } from './buckets.js';
import { listedRanges, readStoredDays } from './day-coverage.js';
import type { DayRange } from './day-range.js';
import { type KnownBuckets, knownBucketsOf } from './known-buckets.js';
import { LINKS_KNOWN_VERSION } from './links-known.js';

const DETECTED_BUCKETS = defineFileQuery(import.meta.url, './detected-buckets.sql', {
  params: { ...TWO_RANGES, links_known_version: param.integer },
  row: { bucket: column.integer },
});
const UNDETECTED_SLOTS = defineFileQuery(import.meta.url, './undetected-slots.sql', {
  params: { ...SLOTS, links_known_version: param.integer, buckets: param.integers },
  row: {
    kind: column.oneOf('undetected', 'links_unknown'),
    slots: column.integer,
    ranges: column.list(column.tuple({ fromSlot: column.integer, toSlot: column.integer })),
  },
});

const VERSION = { links_known_version: LINKS_KNOWN_VERSION };
/** 262,144 slots, so that the set of a query stays small. */
const BUCKETS_A_QUERY = 64;

export type AnalysedCoverage = Awaited<ReturnType<typeof readAnalysedCoverage>>;
/** Like `StorageCoverage`, with the slots that are not detected, and those without all token links. */
export type RangeCoverage = AnalysedCoverage['coverage'];

/** Reads which slots of a range are not stored, not detected, or without all token links. */
export async function readAnalysedCoverage(database: Database, range: DayRange, context: QueryContext) {
  const buckets = knownBucketsOf(database);
  const known = await buckets.current(database, context);
  const suspects = readSuspects(database, { range, known }, context);
  const [{ coverage, hasLostLocks, stored, whole }, found, { undetected, links_unknown: linksUnknown }] =
    await Promise.all([
      readStoredDays(database, { range, known }, context),
      suspects,
      suspects.then((some) => readUnanalysed(database, { range, suspects: some }, context)),
    ]);
  const isAnalysed = (id: number): boolean => isInside(id, range) && !found.includes(id);
  const onlyStored = [...known.all.values()].flatMap(({ bucket, isDetected }) =>
    isDetected ? [] : [bucket],
  );
  buckets.add(
    [...onlyStored, ...whole]
      .filter(({ id }) => isAnalysed(id))
      .map((bucket) => ({ bucket, isDetected: true })),
  );
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
    stored,
  };
}

type Kind = 'undetected' | 'links_unknown';

interface SlotsOfKind {
  slots: number;
  /** The first of them; more than are listed where there are more. */
  ranges: SlotRange[];
}

/** Returns the buckets in which a block may be undetected, or lack token links. */
async function readSuspects(
  database: Database,
  { range, known }: { range: SlotRange; known: KnownBuckets },
  context: QueryContext,
): Promise<number[]> {
  const isKnown = (id: number): boolean => isInside(id, range) && known.all.get(id)?.isDetected === true;
  const unknown = bucketsOf(range).filter((id) => !isKnown(id));
  const rows = await Promise.all(
    pairsOf(slotRangesOf(unknown, range)).map((pair) =>
      database.rows(DETECTED_BUCKETS, { ...pair, ...VERSION }, context),
    ),
  );
  return rows.flat().map(({ bucket }) => bucket);
}

async function readUnanalysed(
  database: Database,
  { range: { fromSlot, toSlot }, suspects }: { range: SlotRange; suspects: readonly number[] },
  context: QueryContext,
): Promise<Record<Kind, SlotsOfKind>> {
  const found: Record<Kind, SlotsOfKind> = {
    undetected: { slots: 0, ranges: [] },
    links_unknown: { slots: 0, ranges: [] },
  };
  for (let at = 0; at < suspects.length; at += BUCKETS_A_QUERY) {
    const buckets = suspects.slice(at, at + BUCKETS_A_QUERY);
    const params = {
      buckets,
      ...VERSION,
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
