import type { QueryContext } from '../database.js';

/** The request that makes a look-up. */
export type Asker = Pick<QueryContext, 'signal' | 'account'>;

/** A look-up in flight, with the signal of the request that started it. */
interface InFlight<Value> {
  value: Promise<Value>;
  signal: AbortSignal;
}

/** @param look does the look-up; it uses the signal of its own request */
export type Coalesce<Value> = (key: string, asker: Asker, look: () => Promise<Value>) => Promise<Value>;

/**
 * Coalesces concurrent identical look-ups of an account into one in-flight promise. Those of other accounts are made apart:
 * an account with many questions waits for its turns, and others must not wait with it.
 */
export function createCoalescer<Value>(): Coalesce<Value> {
  const running = new Map<string, InFlight<Value>>();
  return async (name, { signal, account = '' }, look) => {
    const key = JSON.stringify([account, name]);
    for (let other = running.get(key); other !== undefined; other = running.get(key)) {
      try {
        return await other.value;
      } catch (error) {
        // The request that started this look-up was aborted, and the look-up with it. The others try again.
        if (!other.signal.aborted || signal.aborted) throw error;
      }
    }
    const started: InFlight<Value> = { signal, value: look().finally(() => running.delete(key)) };
    running.set(key, started);
    return started.value;
  };
}
