/** The activity of the account in one slot. */
export interface SlotActivity {
  slot: number;
  /** Transactions that lock the account; at least 1. */
  lockCount: number;
  /** Ticks of the first and last of them. Null: entries not known. */
  firstPohTick: number | null;
  lastPohTick: number | null;
}

/** The rows of a page, described so that only the page's own slots need to be read. */
export interface PageSlice {
  /** Slots with a row on the page, in order. */
  slots: number[];
  /** Rows of the first slot that are on earlier pages. */
  skip: number;
  rows: number;
}

/** Finds page `page` (from 1) of `limit` rows in slots given in order. A page past the end has no slots. */
export function pageSlice(activity: readonly SlotActivity[], page: number, limit: number): PageSlice {
  const first = (page - 1) * limit;
  const end = first + limit;
  const slice: PageSlice = { slots: [], skip: 0, rows: 0 };
  let position = 0;
  for (const { slot, lockCount } of activity) {
    const from = Math.max(first, position);
    const to = Math.min(end, position + lockCount);
    if (from < to) {
      if (slice.slots.length === 0) slice.skip = from - position;
      slice.slots.push(slot);
      slice.rows += to - from;
    }
    position += lockCount;
  }
  return slice;
}
