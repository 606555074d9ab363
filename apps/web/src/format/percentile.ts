/** The value that a share of the values does not pass: nearest rank. `sorted`: ascending, not empty. */
export function percentile(sorted: readonly bigint[], share: number): bigint {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}
