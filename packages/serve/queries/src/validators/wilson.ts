/**
 * Width of the interval: with a thousand leaders who all do the same, one is outside of it in fewer than one range of
 * ten.
 */
export const WILSON_Z = 4;

/** The Wilson score interval of a share: `hits` of `trials`, which is not 0. */
export function wilson(hits: number, trials: number, z = WILSON_Z): { low: number; high: number } {
  const share = hits / trials;
  const square = (z * z) / trials;
  const middle = share + square / 2;
  const reach = z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials));
  return {
    low: Math.max(0, (middle - reach) / (1 + square)),
    high: Math.min(1, (middle + reach) / (1 + square)),
  };
}
