import { formatRanges, type SlotRange } from '@tickscope/command-line';

/**
 * The stored slots that were not analysed yet and what to do about it, as sentences; empty where all are
 * analysed.
 *
 * @param ranges in order
 * @param isCut there are more than these
 */
export function describeUndetected(ranges: readonly SlotRange[], isCut = false): string[] {
  const [first] = ranges;
  const last = ranges.at(-1);
  if (first === undefined || last === undefined) return [];
  return [
    `Stored, but not analysed yet: ${slotsText(ranges, isCut)}.`,
    'That takes seconds while the ingester runs: ask again. It can also be done by hand: ' +
      `"tickscope redetect --from ${first.from_slot} --to ${last.to_slot}".`,
  ];
}

/** The stored slots without all token links, and what that means, as a sentence; empty where there are none. */
export function describeLinksUnknown(ranges: readonly SlotRange[], isCut = false): string[] {
  if (ranges.length === 0) return [];
  return [
    `Stored by an earlier version, without all token links: ${slotsText(ranges, isCut)}. A sandwich by wallets that a transfer ` +
      'links may not have been found there, until these blocks are fetched or imported again.',
  ];
}

/** `slot 7`, `slots 7 to 9`. */
export function slotsText(ranges: readonly SlotRange[], isCut = false): string {
  const isOne = ranges.length === 1 && ranges[0]!.from_slot === ranges[0]!.to_slot && !isCut;
  return `${isOne ? 'slot' : 'slots'} ${formatRanges(ranges, isCut)}`;
}
