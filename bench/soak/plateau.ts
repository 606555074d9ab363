import { percentile } from '../support/report.js';

export interface Plateau {
  /** Index of its first value. */
  from: number;
  values: number;
  median: number;
  max: number;
}

/** The halves of a plateau may differ by so much of its level. */
const EVEN_SHARE = 0.03;

/** The first run of `values` values whose two halves have about the same median; null if there is none. */
export function firstPlateau(series: readonly number[], values: number): Plateau | null {
  for (let from = 0; from + values <= series.length; from += 1) {
    const window = series.slice(from, from + values);
    const median = percentile(window, 0.5);
    const half = Math.floor(values / 2);
    const change = Math.abs(percentile(window.slice(half), 0.5) - percentile(window.slice(0, half), 0.5));
    if (change <= EVEN_SHARE * median) return { from, values, median, max: Math.max(...window) };
  }
  return null;
}
