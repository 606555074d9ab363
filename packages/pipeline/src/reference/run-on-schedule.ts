import { setTimeout as sleep } from 'node:timers/promises';
import { RpcUnavailable } from '../source/rpc/json-rpc.js';

export interface Schedule {
  /** After a run that succeeded. */
  everyMs: number;
  /** A run that takes longer is given up. */
  deadlineMs: number;
  /** After the first failure; then twice as long each time, up to `longestWaitMs`. */
  firstWaitMs: number;
  longestWaitMs: number;
}

export interface ScheduleEvents {
  /** `rows` were stored. */
  succeeded(rows: number): void;
  failed(error: Error, waitMs: number): void;
}

/** Part of every wait that chance decides: many ingesters do not ask at once. */
const JITTER = 0.2;

/**
 * Does something again and again, until the signal. What fails waits longer each time, and as long as a node asks for;
 * nothing it throws comes out.
 *
 * @param random 0 to 1, the 1 excluded
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
      if (error instanceof RpcUnavailable) waitMs = Math.max(waitMs, error.retryAfterMs ?? 0);
      on.failed(error instanceof Error ? error : new Error(String(error)), waitMs);
    }
    // Never less than what a node asked for.
    await sleep(waitMs * (1 + JITTER * random()), undefined, { signal: stop }).catch(() => {});
  }
}

/** @param failures in a row, from 1 */
export function waitAfterFailures(failures: number, schedule: Schedule): number {
  const longest = Math.max(schedule.firstWaitMs, schedule.longestWaitMs);
  return Math.min(schedule.firstWaitMs * 2 ** Math.min(failures - 1, 30), longest);
}
