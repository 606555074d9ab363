/**
 * Options of an `LRUCache` whose lifetimes end by a given clock, checked at each use.
 *
 * @param now milliseconds, above 0: to the library a lifetime that starts at 0 has no end
 */
export function byClock(now: () => number): { perf: { now: () => number }; ttlResolution: 0 } {
  return { perf: { now }, ttlResolution: 0 };
}
