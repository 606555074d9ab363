/** `0.42 %` of 0.0042: two digits that count, at most two decimals. */
export function shareText(share: number): string {
  const value = 100 * share;
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 1 ? 2 : 1 })} %`;
}
