import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryPolicy {
  /** Milliseconds before each retry; gives up where they end. */
  waitsMs: Iterable<number>;
  /** Wait that a failure asks for, where it is longer. */
  askedMs?(error: unknown): number;
  /** Aborting ends the wait, and throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Whether the same work may succeed later. By default every failure counts as such. */
  isTransient?(error: unknown): boolean;
  /** Called before the wait for a retry. May throw to give up. */
  onFailure?(error: Error, waitMs: number): void;
}

/** Repeats work that may be repeated until it succeeds. @throws the last failure, where it gives up */
export async function retry<T>(
  work: () => Promise<T>,
  { waitsMs, askedMs, signal, isTransient = () => true, onFailure }: RetryPolicy,
): Promise<T> {
  const waits = waitsMs[Symbol.iterator]();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      const next = waits.next();
      if (next.done === true || !isTransient(error)) throw error;
      const waitMs = Math.max(next.value, askedMs?.(error) ?? 0);
      onFailure?.(error as Error, waitMs);
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      signal?.throwIfAborted();
    }
  }
}

/** Yields the waits, then the last one without end. */
export function* endless(waitsMs: readonly number[]): Generator<number> {
  yield* waitsMs;
  for (;;) yield waitsMs.at(-1) ?? 1_000;
}
