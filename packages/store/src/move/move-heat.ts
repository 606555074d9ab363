import { BUCKET_SLOTS } from '../heat/bucket.js';
import { copyRows, differing, digestOf, digestsBy } from './moved-table.js';
import { type Moving, step, tableOf } from './moving.js';

/**
 * Copies what was computed of buckets of slots. As with blocks, the row that says that a bucket is done comes last. A
 * bucket whose rows differ for now is left to the next call.
 *
 * @returns groups of buckets that differed
 */
export async function moveHeat(moving: Moving): Promise<number> {
  const { from, to, rangeSlots } = moving;
  const [heat, done] = [tableOf(moving, 'account_heat'), tableOf(moving, 'account_heat_buckets')];
  const buckets = Math.max(1, Math.floor(rangeSlots / BUCKET_SLOTS));
  const keptAt = Math.floor(Date.now() / 1_000);
  step(moving, done.name);
  const [old, present] = await Promise.all(
    [from, to].map(({ read }) =>
      digestsBy(read, done, `intDiv(bucket, ${buckets})`, { onKeys: null, keptAt }),
    ),
  );
  const ranges = differing(old!, present!);
  for (const range of ranges) {
    const first = range * buckets;
    step(moving, heat.name, first * BUCKET_SLOTS);
    const rows = { onKeys: `bucket BETWEEN ${first} AND ${first + buckets - 1}` };
    moving.moved.bytes += await copyRows(moving.transfer, heat, rows, moving.signal);
    const [source, copy] = await Promise.all(
      [from, to].map(({ read }) => digestOf(read, heat, { ...rows, keptAt })),
    );
    if (source!.digest !== copy!.digest || source!.rows !== copy!.rows) continue;
    moving.moved.rows += source!.rows;
    moving.moved.bytes += await copyRows(moving.transfer, done, rows, moving.signal);
  }
  return ranges.length;
}
