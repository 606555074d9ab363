import { byClock, createCoalescer } from '@tickscope/queries/caches';
import { LRUCache } from 'lru-cache';
import type { Caching, OperationInput } from '../operation.js';

export interface CachedAnswer {
  body: object;
  cache: 'hit' | 'miss';
}

/**
 * Caches answers, and coalesces concurrent identical requests.
 * @param now milliseconds
 */
export function createAnswerCache(
  { most, keyOf, keptMs, asKept = (answer) => answer }: Caching,
  now: () => number = Date.now,
): (input: OperationInput, answer: (input: OperationInput) => Promise<object>) => Promise<CachedAnswer> {
  const answers = new LRUCache<string, object>({ max: most, ...byClock(now) });
  const coalesce = createCoalescer<object>();
  return async (input, answer) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return { body: asKept(known), cache: 'hit' };
    const body = await coalesce(key, input.context, async () => {
      const found = await answer(input);
      const ttl = keptMs(found);
      // To the library a lifetime of 0 has no end.
      if (ttl > 0) answers.set(key, found, { ttl });
      return found;
    });
    return { body, cache: 'miss' };
  };
}
