import type { OperationInput } from '../operation.js';
import { askedTogether } from './asked-together.js';
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
  /** The answer as it is given again, where it says itself that it is kept. */
  asKept?(answer: object): object;
}

export interface CachedAnswer {
  body: object;
  cache: 'hit' | 'miss';
}

/**
 * Keeps answers. Questions that are equal and asked at once are answered together.
 * @param now milliseconds
 */
export function createAnswerCache(
  { most, keyOf, keptMs, asKept = (answer) => answer }: Caching,
  now: () => number = Date.now,
): (input: OperationInput, answer: (input: OperationInput) => Promise<object>) => Promise<CachedAnswer> {
  const answers = new Recent<object>({ most, now });
  const together = askedTogether<object>();
  return async (input, answer) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return { body: asKept(known), cache: 'hit' };
    const body = await together(key, input.context.signal, async () => {
      const found = await answer(input);
      answers.set(key, found, keptMs(found));
      return found;
    });
    return { body, cache: 'miss' };
  };
}
