import { LRUCache } from 'lru-cache';
import { byClock } from './by-clock.js';
import { type Asker, createCoalescer } from './coalesce.js';

/** A value and how long to cache it. */
export interface Found<Value> {
  value: Value;
  forMs: number;
}

/** @param look does the look-up where the cache has no value; it uses the signal of its own request */
export type Remembered<Value> = (
  key: string,
  asker: Asker,
  look: () => Promise<Found<Value>>,
) => Promise<Value>;

/**
 * Caches up to `most` values for a time each, but no null. Concurrent look-ups of one key are coalesced.
 *
 * @param now milliseconds
 */
export function remembered<Value>(most: number, now: () => number = Date.now): Remembered<Value> {
  const kept = new LRUCache<string, NonNullable<Value>>({ max: most, ...byClock(now) });
  const coalesce = createCoalescer<Value>();
  return async (key, asker, look) =>
    kept.get(key) ??
    coalesce(key, asker, async () => {
      const { value, forMs } = await look();
      // To the library a lifetime of 0 has no end.
      if (value !== null && value !== undefined && forMs > 0) kept.set(key, value, { ttl: forMs });
      return value;
    });
}
