import { LRUCache } from 'lru-cache';
import { byClock } from './by-clock.js';

/** For tables that change a few times an hour. A new name is written some seconds after it is first needed. */
const DEFAULT_FOUND_MS = 60_000;
const NOT_FOUND_MS = 5_000;
/** A request for more keys than this bypasses the cache: it would evict the entries of the other callers. */
const MOST_OF_A_QUESTION = 500;

/**
 * @param look finds the values of those keys that are not cached; keys without a value are not in its map
 * @returns a map with the known values of the keys
 */
export type RememberedEach<Value> = <Key extends string>(
  keys: readonly Key[],
  look: (keys: readonly Key[]) => Promise<Map<string, Value>>,
) => Promise<Map<string, Value>>;

/**
 * Caches values by key, up to `most`: complete values for a minute or `foundMs`, missing or incomplete ones for five
 * seconds. Makes no query where all keys are cached.
 *
 * @param options.isWhole whether a value is complete
 * @param options.now milliseconds
 */
export function rememberedEach<Value extends NonNullable<unknown>>({
  most,
  isWhole = () => true,
  foundMs = DEFAULT_FOUND_MS,
  now = Date.now,
}: {
  most: number;
  isWhole?: (value: Value) => boolean;
  foundMs?: number;
  now?: () => number;
}): RememberedEach<Value> {
  /** The value is null where the key has none. */
  const recent = new LRUCache<string, { value: Value | null }>({ max: most, ...byClock(now) });
  return async (keys, look) => {
    if (keys.length > MOST_OF_A_QUESTION) return look(keys);
    const known = new Map<string, Value>();
    const unknown = keys.filter((key) => {
      const entry = recent.get(key);
      if (entry?.value != null) known.set(key, entry.value);
      return entry === undefined;
    });
    if (unknown.length === 0) return known;
    const found = await look(unknown);
    for (const key of unknown) {
      const value = found.get(key) ?? null;
      recent.set(key, { value }, { ttl: value !== null && isWhole(value) ? foundMs : NOT_FOUND_MS });
      if (value !== null) known.set(key, value);
    }
    return known;
  };
}
