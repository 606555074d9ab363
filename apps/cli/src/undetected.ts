import { formatSpans, type SlotSpan } from './slot-lists.js';

/**
 * Which stored slots were not analysed yet and what to do about it, as sentences; empty where there are none.
 *
 * @param spans in order
 * @param isCut there are more than these
 */
export function describeUndetected(spans: readonly SlotSpan[], isCut = false): string[] {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return [];
  const isOne = spans.length === 1 && first.from_slot === first.to_slot && !isCut;
  return [
    `Stored, but not analysed yet: ${isOne ? 'slot' : 'slots'} ${formatSpans(spans, isCut)}.`,
    'That takes seconds while the ingester runs: ask again. It can also be done by hand: ' +
      `"tickscope redetect --from ${first.from_slot} --to ${last.to_slot}".`,
  ];
}
