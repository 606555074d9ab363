import { groupBy } from './incidents.js';

/** Counts the items of each key, most first; equal counts are in the order of their keys. */
export function tally<T>(items: readonly T[], keyOf: (item: T) => string): { first: T; count: number }[] {
  return [...groupBy(items, keyOf)]
    .sort(([leftKey, left], [rightKey, right]) => right.length - left.length || (leftKey < rightKey ? -1 : 1))
    .map(([, group]) => ({ first: group[0]!, count: group.length }));
}

/** 0 where the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}
