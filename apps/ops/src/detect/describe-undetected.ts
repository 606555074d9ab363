import { formatCount, formatRanges, rangesOf } from '@tickscope/command-line';

/** Why the API may know less than `detect` prints, and what to do; `null` where detection has run. */
export function describeUndetectedSlots(slots: readonly number[]): string | null {
  const [first] = slots;
  const last = slots.at(-1);
  if (first === undefined || last === undefined) return null;
  const count =
    slots.length === 1 ? '1 of these blocks is' : `${formatCount(slots.length)} of these blocks are`;
  return (
    `${count} not analysed yet (${formatRanges(rangesOf(slots))}): what is printed here is not stored, and the API answers ` +
    `"unknown" there. "tickscope redetect --from ${first} --to ${last}" stores it.`
  );
}
