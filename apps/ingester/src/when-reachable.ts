import { setTimeout as sleep } from 'node:timers/promises';
import { isUnreachable } from '@tickscope/store';

const WAITS_MS = [500, 1_000, 2_000, 5_000];

/**
 * Runs the preparation of a start, and repeats it until ClickHouse has answered all of it: ClickHouse may start
 * later than this program, or restart in the middle. Errors that ClickHouse itself returns are thrown.
 *
 * @param prepare may be repeated from any point of failure
 */
export async function whenReachable<T>(
  prepare: () => Promise<T>,
  onAway: (error: Error, waitMs: number) => void,
): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await prepare();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]!;
      onAway(error, waitMs);
      await sleep(waitMs);
    }
  }
}
