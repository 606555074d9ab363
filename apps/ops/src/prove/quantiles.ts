export interface Quantiles {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** Quantiles by nearest rank; null for an empty list. */
export function quantilesOf(values: readonly number[]): Quantiles | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((left, right) => left - right);
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
