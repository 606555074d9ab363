/**
 * Searches a sorted list by halves.
 *
 * @param isBefore holds for the elements before some index, and for none from there on
 * @returns that index; the length of the list where it holds for all
 */
export function firstIndex(length: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
