import { BUCKET_SLOTS } from '../heat/bucket.js';
import { copyRows, differingGroups, equalRows } from './moved-table.js';
import { type Moving, step, tableOf } from './moving.js';

/**
 * Copies what was computed of buckets of slots. As with blocks, the row that says that a bucket is done comes last. A
 * bucket whose rows differ for now is left to the next call.
 *
 * @returns groups of buckets that differed
 */
export async function moveHeat(moving: Moving): Promise<number> {
  const { rangeSlots } = moving;
  const [heat, done] = [tableOf(moving, 'account_heat'), tableOf(moving, 'account_heat_buckets')];
  const buckets = Math.max(1, Math.floor(rangeSlots / BUCKET_SLOTS));
  const keptAt = Math.floor(Date.now() / 1_000);
  step(moving, done.name);
  const kept = { onKeys: null, keptAt };
  const ranges = await differingGroups(moving, done, `intDiv(bucket, ${buckets})`, kept);
  for (const range of ranges) {
    const first = range * buckets;
    step(moving, heat.name, first * BUCKET_SLOTS);
    const rows = { onKeys: `bucket BETWEEN ${first} AND ${first + buckets - 1}` };
    moving.moved.bytes += await copyRows(moving.transfer, heat, rows, moving.signal);
    const equal = await equalRows(moving, heat, { ...rows, keptAt });
    if (equal === null) continue;
    moving.moved.rows += equal;
    moving.moved.bytes += await copyRows(moving.transfer, done, rows, moving.signal);
  }
  return ranges.length;
}
