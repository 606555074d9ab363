import { createCoalescer } from './coalesce.js';
import { Recent } from './recent.js';

/** A value and how long to cache it. */
export interface Found<Value> {
  value: Value;
  forMs: number;
}

/** @param look does the look-up where the cache has no value; it uses the signal of its own request */
export type Remembered<Value> = (
  key: string,
  signal: AbortSignal,
  look: () => Promise<Found<Value>>,
) => Promise<Value>;

/** Caches up to `most` values for a time each. Concurrent look-ups of one key are coalesced. */
export function remembered<Value>(most: number): Remembered<Value> {
  const recent = new Recent<Value>({ most });
  const coalesce = createCoalescer<Value>();
  return async (key, signal, look) =>
    recent.get(key) ??
    coalesce(key, signal, async () => {
      const { value, forMs } = await look();
      recent.set(key, value, forMs);
      return value;
    });
}
