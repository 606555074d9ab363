import type { QueryContext } from '../database.js';
import { createCoalescer } from './coalesce.js';
import { Recent } from './recent.js';

/** How long a value is served as it is, and how long at most, while its successor is looked up. */
export interface Lifetime {
  freshMs: number;
  keptMs: number;
}

/** @param look does the look-up; it must use the context that it is given, which outlives the request */
export type Renewed<Value> = (
  key: string,
  lifetime: Lifetime,
  context: QueryContext,
  look: (context: QueryContext) => Promise<Value>,
) => Promise<Value>;

/** A look-up of its own ends by the deadlines of its queries; this is for those that never begin. */
const LOOK_UP_MS = 300_000;

/**
 * Caches up to `most` values that take too long for one answer. An old one is served while a new one is looked up in the
 * background; if that fails, the old one is served to the end of its time.
 *
 * @param options.now milliseconds
 */
export function renewed<Value>({
  most,
  now = Date.now,
}: {
  most: number;
  now?: () => number;
}): Renewed<Value> {
  const recent = new Recent<{ value: Value; staleAt: number }>({ most, now });
  const coalesce = createCoalescer<Value>();
  return async (key, { freshMs, keptMs }, { id }, look) => {
    const lookUp = (): Promise<Value> => {
      const signal = AbortSignal.timeout(LOOK_UP_MS);
      return coalesce(key, signal, async () => {
        const value = await look({ id, signal });
        recent.set(key, { value, staleAt: now() + freshMs }, keptMs);
        return value;
      });
    };
    const known = recent.get(key);
    if (known === undefined) return lookUp();
    // The caller has its answer; the next one without any gets the error.
    if (known.staleAt <= now()) lookUp().catch(() => undefined);
    return known.value;
  };
}
