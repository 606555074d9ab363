import { NoAnswer, TickscopeError } from './errors.js';
import type { Sleep } from './sleep.js';

const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;
/** Callers that were refused together do not come back together. Never earlier than they were told. */
const JITTER_MS = 1_000;

export interface Patience {
  retries: number;
  maxWaitMs: number;
  isRepeatable: boolean;
  sleep: Sleep;
  signal: AbortSignal;
}

/** Tries again what may pass; throws the last error. */
export async function withRetries<T>(patience: Patience, attempt: () => Promise<T>): Promise<T> {
  let waitedMs = 0;
  for (let failures = 0; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures >= patience.retries || !mayPass(error, patience.isRepeatable)) throw error;
      const waitMs = waitAfter(error, backoffMs(FIRST_WAIT_MS, failures, LONGEST_BACKOFF_MS));
      waitedMs += waitMs;
      if (waitedMs > patience.maxWaitMs) throw error;
      await patience.sleep(waitMs, patience.signal);
    }
  }
}

/**
 * Whether another try may go better. A 429 was refused before anything was done. After a 503, or a connection that
 * broke, nobody knows whether it was.
 */
function mayPass(error: unknown, isRepeatable: boolean): boolean {
  if (!(error instanceof TickscopeError)) return false;
  return error.status === 429 || (isRepeatable && (error.status === 503 || error instanceof NoAnswer));
}

export function backoffMs(firstMs: number, failures: number, longestMs: number): number {
  return Math.min(firstMs * 2 ** failures, longestMs);
}

/** What the server asks for, at least; a part of a second more. */
export function waitAfter(error: unknown, leastMs: number): number {
  const seconds = error instanceof TickscopeError ? (error.retryAfterSeconds ?? 0) : 0;
  return Math.max(leastMs, seconds * 1_000) + Math.random() * JITTER_MS;
}
