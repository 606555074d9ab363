/** Slots per bucket of `account_heat`. An epoch (432,000 slots) starts on a bucket boundary. */
export const BUCKET_SLOTS = 128;

export function bucketOf(slot: number): number {
  return Math.floor(slot / BUCKET_SLOTS);
}

/** The first and last slot of a bucket. */
export function slotsOfBucket(bucket: number): { fromSlot: number; toSlot: number } {
  return { fromSlot: bucket * BUCKET_SLOTS, toSlot: bucket * BUCKET_SLOTS + BUCKET_SLOTS - 1 };
}
