import { Recent } from './recent.js';

/** What somebody writes down a few times an hour, a new name some seconds after it is first needed. */
const FOUND_MS = 60_000;
const NOT_FOUND_MS = 5_000;
/** A question about more than these is of one caller's own, and would make the others' be forgotten. */
const MOST_OF_A_QUESTION = 500;

/**
 * @param look finds what is known of those keys of which nothing is remembered; of the others there is nothing in its map
 * @returns a map with what is known of the keys
 */
export type RememberedEach<Value> = (
  keys: readonly string[],
  look: (keys: readonly string[]) => Promise<Map<string, Value>>,
) => Promise<Map<string, Value>>;

/**
 * What is known of single keys, of `most` at once: remembered for a minute; that of some nothing is known, or not all yet,
 * for five seconds. Nobody is asked where everything is remembered.
 *
 * @param options.isWhole whether nothing is still to come of it
 * @param options.now milliseconds
 */
export function rememberedEach<Value extends NonNullable<unknown>>({
  most,
  isWhole = () => true,
  now = Date.now,
}: {
  most: number;
  isWhole?: (value: Value) => boolean;
  now?: () => number;
}): RememberedEach<Value> {
  /** Null: nothing is known of it. */
  const recent = new Recent<Value | null>({ most, now });
  return async (keys, look) => {
    if (keys.length > MOST_OF_A_QUESTION) return look(keys);
    const known = new Map<string, Value>();
    const unknown = keys.filter((key) => {
      const value = recent.get(key);
      if (value !== undefined && value !== null) known.set(key, value);
      return value === undefined;
    });
    if (unknown.length === 0) return known;
    const found = await look(unknown);
    for (const key of unknown) {
      const value = found.get(key) ?? null;
      recent.set(key, value, value !== null && isWhole(value) ? FOUND_MS : NOT_FOUND_MS);
      if (value !== null) known.set(key, value);
    }
    return known;
  };
}
