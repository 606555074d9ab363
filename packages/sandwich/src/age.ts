/** When something was: by the block's own clock where both are known, else by slots. */
export interface Moment {
  slot: number;
  /** Unix seconds. */
  blockTime: number | null;
}

/** The longest slot time in use (400 ms): so many slots never reach back further than the span meant. */
const SLOTS_PER_HOUR = 9_000;
const SECONDS_PER_HOUR = 3_600;

export function isWithinHours(earlier: Moment, now: Moment, hours: number): boolean {
  if (earlier.blockTime !== null && now.blockTime !== null)
    return now.blockTime - earlier.blockTime <= hours * SECONDS_PER_HOUR;
  return now.slot - earlier.slot <= hours * SLOTS_PER_HOUR;
}
