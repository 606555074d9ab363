/** Slots of a bucket of `account_heat`. Epochs (432,000 slots) begin with a bucket. */
export const BUCKET_SLOTS = 128;

export function bucketOf(slot: number): number {
  return Math.floor(slot / BUCKET_SLOTS);
}

/** First and last slot. */
export function slotsOfBucket(bucket: number): { fromSlot: number; toSlot: number } {
  return { fromSlot: bucket * BUCKET_SLOTS, toSlot: bucket * BUCKET_SLOTS + BUCKET_SLOTS - 1 };
}
