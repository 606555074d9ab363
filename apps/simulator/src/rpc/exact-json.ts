/** Marks digits that must appear as a number in the text. No text of a chain starts like this. */
const MARK = '\u0000#';
const MARKED = /"\\u0000#(-?\d+)"/g;

/** Serialises a bigint as a number with all its digits, as nodes print u64. */
export function exactJson(value: unknown): string {
  let hasBig = false;
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'bigint') return item;
    hasBig = true;
    return `${MARK}${item}`;
  });
  return hasBig ? text.replace(MARKED, '$1') : text;
}

/** Converts a u64 text for JSON: a number if it is exact, otherwise a bigint. */
export function u64(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
