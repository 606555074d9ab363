import { mergeRanges, type SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

/** Must match the queries of this folder. */
export const SLOTS_A_BUCKET = 4_096;
/** With more ranges than this, all buckets between the first and the last are read at once. */
const MOST_RANGES = 4;

export const SLOTS = { from: param.integer, to: param.integer };
/** Two ranges, of which the second may be empty: one statement for the first and the last bucket of a known range. */
export const TWO_RANGES = { ...SLOTS, other_from: param.integer, other_to: param.integer };
const NO_RANGE: SlotRange = { fromSlot: 1, toSlot: 0 };
const RANGE_BUCKETS = defineFileQuery(import.meta.url, './range-buckets.sql', {
  params: { ...TWO_RANGES, before: param.integer },
  row: {
    id: column.integer,
    /** How many slots have a row. */
    slots: column.integer,
    /** The sum of the hashes of its slots minus the sum for its parents. */
    difference: (value: string) => BigInt.asUintN(64, column.exact(value)),
    lastHash: column.exact,
    /** The hash of the last block before the range; the same in every row. */
    hashBefore: column.exact,
    /** Some row has to be looked at even if the sums match. */
    isFaulty: column.flag,
    /** When the oldest row was stored, in Unix seconds. */
    oldestInsert: column.integer,
    firstSlot: column.integer,
    lastSlot: column.integer,
    /** The server's time when the row was read, in Unix seconds. */
    now: column.integer,
    /**
     * Places in the bucket of blocks after skipped slots, each with the number of these slots, in order: some hundred a
     * bucket.
     */
    skipped: (value: [number, number][]) => Uint16Array.from(value.flat()),
  },
});

/** Stored content of a bucket of 4,096 slots, or of its part within a range. */
export type Bucket = RowOf<typeof RANGE_BUCKETS>;

/** Reads some buckets of a range, or more of them, each once, in order. Buckets without a row are left out. */
export async function readRangeBuckets(
  database: Database,
  { range, ids, before }: { range: SlotRange; ids: readonly number[]; before: number },
  context: QueryContext,
): Promise<Bucket[]> {
  const parts = await Promise.all(
    pairsOf(slotRangesOf(ids, range)).map((pair) =>
      database.rows(RANGE_BUCKETS, { ...pair, before }, context),
    ),
  );
  return parts.flat();
}

/** Some ranges, two to a statement. */
export function pairsOf(ranges: readonly SlotRange[]): Record<keyof typeof TWO_RANGES, number>[] {
  return Array.from({ length: Math.ceil(ranges.length / 2) }, (_, at) => {
    const [{ fromSlot: from, toSlot: to }, { fromSlot: other_from, toSlot: other_to } = NO_RANGE] =
      ranges.slice(2 * at, 2 * at + 2) as [SlotRange, SlotRange?];
    return { from, to, other_from, other_to };
  });
}

/** The buckets that a range touches. */
export function bucketsOf({ fromSlot, toSlot }: SlotRange): number[] {
  const [first, last] = [bucketOf(fromSlot), bucketOf(toSlot)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Whether a bucket lies in a range and is neither its first nor its last: those may be cut by it. */
export function isInside(id: number, { fromSlot, toSlot }: SlotRange): boolean {
  return id > bucketOf(fromSlot) && id < bucketOf(toSlot);
}

function bucketOf(slot: number): number {
  return Math.floor(slot / SLOTS_A_BUCKET);
}

/** The slots of some buckets within a range, as few ranges. */
export function slotRangesOf(ids: readonly number[], { fromSlot, toSlot }: SlotRange): SlotRange[] {
  const merged = mergeRanges(ids.map((id) => ({ fromSlot: id, toSlot: id })));
  const few =
    merged.length <= MOST_RANGES
      ? merged
      : [{ fromSlot: merged[0]!.fromSlot, toSlot: merged.at(-1)!.toSlot }];
  return few.map((range) => ({
    fromSlot: Math.max(fromSlot, range.fromSlot * SLOTS_A_BUCKET),
    toSlot: Math.min(toSlot, (range.toSlot + 1) * SLOTS_A_BUCKET - 1),
  }));
}
