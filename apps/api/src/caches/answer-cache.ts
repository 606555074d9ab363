import { createCoalescer } from '@tickscope/queries/caches/coalesce';
import { Recent } from '@tickscope/queries/caches/recent';
import type { OperationInput } from '../operation.js';

/**
 * How an operation's answers are cached. For public data only: the cache is shared, so an answer must not
 * depend on the caller.
 */
export interface Caching<Input = OperationInput, Answer extends object = object> {
  /** Capacity; the least recently used answer is evicted first. */
  most: number;
  /** The cache key: everything in the input that the answer depends on. */
  keyOf(input: Input): string;
  /** How long an answer is cached, in milliseconds. Errors are never cached. */
  keptMs(answer: Answer): number;
  /** Changes an answer served from the cache, for answers that say whether they are cached. */
  asKept?(answer: Answer): Answer;
}

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
  const answers = new Recent<object>({ most, now });
  const coalesce = createCoalescer<object>();
  return async (input, answer) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return { body: asKept(known), cache: 'hit' };
    const body = await coalesce(key, input.context.signal, async () => {
      const found = await answer(input);
      answers.set(key, found, keptMs(found));
      return found;
    });
    return { body, cache: 'miss' };
  };
}
