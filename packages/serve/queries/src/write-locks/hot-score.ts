/**
 * A score from 0 to 10 from an account's mean utilisation: 10 × min(1, mean), to two places. 10 means that the
 * account used its whole limit of compute units in every block.
 */
export function hotScore(utilizationMean: number | null): number | null {
  return utilizationMean === null ? null : rounded(10 * Math.min(1, utilizationMean), 2);
}

export function rounded(value: number, places: number): number {
  const scale = 10 ** places;
  return Math.round(value * scale) / scale;
}
