import { formatSpans, type SlotSpan } from './slot-lists.js';

/**
 * The stored slots that were not analysed yet and what to do about it, as sentences; empty where all are
 * analysed.
 *
 * @param spans in order
 * @param isCut there are more than these
 */
export function describeUndetected(spans: readonly SlotSpan[], isCut = false): string[] {
  const [first] = spans;
  const last = spans.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    `Stored, but not analysed yet: ${slotsOf(spans, isCut)}.`,
    'That takes seconds while the ingester runs: ask again. It can also be done by hand: ' +
      `"tickscope redetect --from ${first.from_slot} --to ${last.to_slot}".`,
  ];
}

/** The stored slots without all token links, and what that means, as a sentence; empty where there are none. */
export function describeLinksUnknown(spans: readonly SlotSpan[], isCut = false): string[] {
  if (spans.length === 0) return [];
  return [
    `Stored by an earlier version, without all token links: ${slotsOf(spans, isCut)}. A sandwich by wallets that a transfer ` +
      'links may not have been found there, until these blocks are fetched or imported again.',
  ];
}

function slotsOf(spans: readonly SlotSpan[], isCut: boolean): string {
  const isOne = spans.length === 1 && spans[0]!.from_slot === spans[0]!.to_slot && !isCut;
  return `${isOne ? 'slot' : 'slots'} ${formatSpans(spans, isCut)}`;
}
