import { LRUCache } from 'lru-cache';
import type { QueryContext } from '../database.js';
import { byClock } from './by-clock.js';
import { createCoalescer } from './coalesce.js';

/** How long a value is served as it is, and how long at most, while its successor is looked up. */
export interface Lifetime {
  freshMs: number;
  keptMs: number;
}

/** A look-up. It must use the context that it is given, which outlives the request. */
type Look<Value> = (context: QueryContext) => Promise<Value>;

/** Values that take too long for one answer. */
export interface Renewed<Value> {
  /**
   * Returns the value. An old one is served while a new one is looked up in the background; if that fails, the old one is
   * served to the end of its time.
   */
  get(key: string, lifetime: Lifetime, context: QueryContext, look: Look<Value>): Promise<Value>;
  /** Looks the value up, unless one is known that will be served for `leftMs` more. For those who ask before anyone waits. */
  keep(
    key: string,
    times: Lifetime & { leftMs: number },
    context: QueryContext,
    look: Look<Value>,
  ): Promise<void>;
}

/** A look-up of its own ends by the deadlines of its queries; this is for those that never begin. */
const LOOK_UP_MS = 300_000;

/**
 * Caches up to `most` values.
 *
 * @param options.now milliseconds
 */
export function renewed<Value extends NonNullable<unknown>>({
  most,
  now = Date.now,
}: {
  most: number;
  now?: () => number;
}): Renewed<Value> {
  const recent = new LRUCache<string, Value>({ max: most, ...byClock(now) });
  const coalesce = createCoalescer<Value>();
  const lookUp = (
    key: string,
    { keptMs }: Lifetime,
    context: QueryContext,
    look: Look<Value>,
  ): Promise<Value> =>
    coalesce(key, context, async () => {
      const value = await look(context);
      recent.set(key, value, { ttl: keptMs });
      return value;
    });
  return {
    async get(key, lifetime, { id, account }, look) {
      const own = { id, account, signal: AbortSignal.timeout(LOOK_UP_MS) };
      const known = recent.get(key);
      if (known === undefined) return lookUp(key, lifetime, own, look);
      // The caller has its answer; the next one without any gets the error.
      const isFresh = recent.getRemainingTTL(key) > lifetime.keptMs - lifetime.freshMs;
      if (!isFresh) lookUp(key, lifetime, own, look).catch(() => undefined);
      return known;
    },
    async keep(key, { leftMs, ...lifetime }, { id, signal, account }, look) {
      if (recent.getRemainingTTL(key) > leftMs) return;
      const own = { id, account, signal: AbortSignal.any([signal, AbortSignal.timeout(LOOK_UP_MS)]) };
      await lookUp(key, lifetime, own, look);
    },
  };
}
