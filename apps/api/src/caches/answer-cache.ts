import type { OperationInput } from '../operation.js';
import { Recent } from './recent.js';

/**
 * How an operation's answers are kept and given to whoever asks the same. For public data alone: nothing in an answer
 * may depend on who asks.
 */
export interface Caching {
  /** Answers at once, the least used forgotten first. */
  most: number;
  /** All that the answer depends on, besides what is stored. */
  keyOf(input: OperationInput): string;
  /** How long an answer may be given again, in milliseconds. An error never is. */
  keptMs(answer: object): number;
}

export interface CachedAnswer {
  body: object;
  cache: 'hit' | 'miss';
}

/** @param now milliseconds */
export function createAnswerCache(
  { most, keyOf, keptMs }: Caching,
  now: () => number = Date.now,
): (input: OperationInput, answer: (input: OperationInput) => Promise<object>) => Promise<CachedAnswer> {
  const answers = new Recent<object>({ most, now });
  return async (input, answer) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return { body: known, cache: 'hit' };
    const body = await answer(input);
    answers.set(key, body, keptMs(body));
    return { body, cache: 'miss' };
  };
}
