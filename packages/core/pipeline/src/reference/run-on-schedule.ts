import { setTimeout as sleep } from 'node:timers/promises';
import { RpcUnavailableError } from '../source/rpc/json-rpc.js';

export interface Schedule {
  /** Interval after a successful run. */
  everyMs: number;
  /** A run that takes longer is aborted. */
  deadlineMs: number;
  /** Wait after the first failure; doubles each time, up to `longestWaitMs`. */
  firstWaitMs: number;
  longestWaitMs: number;
}

export interface ScheduleEvents {
  /** `rows`: number of rows stored. */
  succeeded(rows: number): void;
  failed(error: Error, waitMs: number): void;
}

/** Random share of every wait, so that many ingesters do not call at the same time. */
const JITTER = 0.2;

/**
 * Runs a task repeatedly until the signal. After failures it waits longer each time, and at least as long as the node
 * asks for. Never throws.
 *
 * @param random returns a number from 0 (inclusive) to 1 (exclusive)
 */
export async function runOnSchedule(
  run: (signal: AbortSignal) => Promise<number>,
  schedule: Schedule,
  on: ScheduleEvents,
  stop: AbortSignal,
  random: () => number = Math.random,
): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    let waitMs: number;
    try {
      const rows = await run(AbortSignal.any([stop, AbortSignal.timeout(schedule.deadlineMs)]));
      failures = 0;
      waitMs = schedule.everyMs;
      if (!stop.aborted) on.succeeded(rows);
    } catch (error) {
      if (stop.aborted) return;
      failures += 1;
      waitMs = waitAfterFailures(failures, schedule);
      if (error instanceof RpcUnavailableError) waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
      on.failed(error instanceof Error ? error : new Error(String(error)), waitMs);
    }
    // Jitter only lengthens the wait: it is never shorter than the node asked for.
    await sleep(waitMs * (1 + JITTER * random()), undefined, { signal: stop }).catch(() => {});
  }
}

/** @param failures number of consecutive failures, from 1 */
export function waitAfterFailures(failures: number, schedule: Schedule): number {
  const longest = Math.max(schedule.firstWaitMs, schedule.longestWaitMs);
  return Math.min(schedule.firstWaitMs * 2 ** Math.min(failures - 1, 30), longest);
}
