/** @param offsets in PoH ticks, signed */
export function timingOf(offsets: readonly number[]) {
  if (offsets.length === 0)
    return { avg_poh_tick_offset: null, min_poh_tick_offset: null, max_poh_tick_offset: null };
  let [sum, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const offset of offsets) {
    sum += offset;
    min = Math.min(min, offset);
    max = Math.max(max, offset);
  }
  return {
    avg_poh_tick_offset: sum / offsets.length,
    min_poh_tick_offset: min,
    max_poh_tick_offset: max,
  };
}
