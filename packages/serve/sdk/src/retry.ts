import { NoAnswerError, TickscopeError } from './errors.js';
import type { Sleep } from './sleep.js';

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/**
 * Random extra wait, so that callers refused at the same moment do not return at the same moment. It never
 * shortens the wait.
 */
const JITTER_MS = 1_000;

export interface RetryPolicy {
  retries: number;
  maxWaitMs: number;
  isRepeatable: boolean;
  sleep: Sleep;
  signal: AbortSignal;
}

/** Retries failures that may be temporary; throws the last error. */
export async function withRetries<T>(policy: RetryPolicy, attempt: () => Promise<T>): Promise<T> {
  let waitedMs = 0;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= policy.retries || !mayPass(error, policy.isRepeatable)) throw error;
      const waitMs = waitAfter(error, backoffMs(FIRST_WAIT_MS, failures, LONGEST_BACKOFF_MS));
      waitedMs += waitMs;
      if (waitedMs > policy.maxWaitMs) throw error;
      await policy.sleep(waitMs, policy.signal);
    }
  }
}

/**
 * Whether a retry may succeed and is safe. A 429 was refused before anything was done. After a 503 or a broken
 * connection the operation may have been done, so only repeatable operations are retried.
 */
function mayPass(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof TickscopeError)) return false;
  return error.status === 429 || (isRepeatable && (error.status === 503 || error instanceof NoAnswerError));
}

export function backoffMs(firstMs: number, failures: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/** The wait that the server asks for, or `leastMs` if that is longer, plus up to a second. */
export function waitAfter(error: unknown, leastMs: number): number {
  const seconds = error instanceof TickscopeError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(leastMs, seconds * 1_000) + Math.random() * JITTER_MS;
}
