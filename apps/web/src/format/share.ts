/** `0.42 %` of 0.0042; always two decimals, so that a column lines up. */
export function shareText(share: number): string {
  return `${(100 * share).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })} %`;
}
