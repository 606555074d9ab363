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
  /** The answer as it is given again, where it says itself that it is kept. */
  asKept?(answer: object): object;
}

export interface CachedAnswer {
  body: object;
  cache: 'hit' | 'miss';
}

/** A question that is being answered, and when whoever asked it leaves. */
interface Asking {
  body: Promise<object>;
  signal: AbortSignal;
}

/**
 * Questions that are equal and asked at once are answered together, by one of them: when what many ask about is not known
 * yet, or not any more, it is looked up once.
 * @param now milliseconds
 */
export function createAnswerCache(
  { most, keyOf, keptMs, asKept = (answer) => answer }: Caching,
  now: () => number = Date.now,
): (input: OperationInput, answer: (input: OperationInput) => Promise<object>) => Promise<CachedAnswer> {
  const answers = new Recent<object>({ most, now });
  const underWay = new Map<string, Asking>();

  function ask(
    key: string,
    input: OperationInput,
    answer: (input: OperationInput) => Promise<object>,
  ): Promise<object> {
    const asking: Asking = {
      signal: input.context.signal,
      body: answer(input)
        .then((body) => {
          answers.set(key, body, keptMs(body));
          return body;
        })
        .finally(() => underWay.delete(key)),
    };
    underWay.set(key, asking);
    return asking.body;
  }

  return async (input, answer) => {
    const key = keyOf(input);
    const known = answers.get(key);
    if (known !== undefined) return { body: asKept(known), cache: 'hit' };
    for (let other = underWay.get(key); other !== undefined; other = underWay.get(key)) {
      try {
        return { body: await other.body, cache: 'miss' };
      } catch (error) {
        // Whoever left took the question along: it is nobody's failure but theirs.
        if (!other.signal.aborted || input.context.signal.aborted) throw error;
      }
    }
    return { body: await ask(key, input, answer), cache: 'miss' };
  };
}
