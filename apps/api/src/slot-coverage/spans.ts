/** From and to, both included. */
export type SlotSpan = readonly [from: number, to: number];

/** The same slots as the fewest spans, in order. */
export function mergeSpans(spans: readonly SlotSpan[]): SlotSpan[] {
  const merged: [number, number][] = [];
  for (const [from, to] of [...spans].sort((left, right) => left[0] - right[0])) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The slots of some spans that are in none of others, as the fewest spans, in order. */
export function withoutSpans(spans: readonly SlotSpan[], others: readonly SlotSpan[]): SlotSpan[] {
  const left: SlotSpan[] = [];
  const out = mergeSpans(others);
  let at = 0;
  for (const [from, to] of mergeSpans(spans)) {
    let next = from;
    while (at < out.length && out[at]![1] < from) at += 1;
    for (let other = at; other < out.length && out[other]![0] <= to; other += 1) {
      const [first, last] = out[other]!;
      if (first > next) left.push([next, first - 1]);
      next = Math.max(next, last + 1);
    }
    if (next <= to) left.push([next, to]);
  }
  return left;
}
