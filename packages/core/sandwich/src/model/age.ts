/** A time. Two moments are compared by block time if both are known, otherwise by slot. */
export interface Moment {
  slot: number;
  /** Unix seconds. */
  blockTime: number | null;
}

/** At 400 ms, the longest slot time in use, so that counting slots never reaches further back than the hours meant. */
const SLOTS_PER_HOUR = 9_000;
const SECONDS_PER_HOUR = 3_600;

export function isWithinHours(earlier: Moment, now: Moment, hours: number): boolean {
  if (earlier.blockTime !== null && now.blockTime !== null)
    return now.blockTime - earlier.blockTime <= hours * SECONDS_PER_HOUR;
  return now.slot - earlier.slot <= hours * SLOTS_PER_HOUR;
}
