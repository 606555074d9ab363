/** Marks digits that are to stand in the text as a number. No text of a chain begins so. */
const MARK = '\u0000#';
const MARKED = /"\\u0000#(-?\d+)"/g;

/** JSON in which a bigint is a number with all its digits, as nodes print u64. */
export function exactJson(value: unknown): string {
  let hasBig = false;
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item !== 'bigint') return item;
    hasBig = true;
    return `${MARK}${item}`;
  });
  return hasBig ? text.replace(MARKED, '$1') : text;
}

/** A u64 in text as JSON is to have it: a number while it is exact. */
export function u64(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}
