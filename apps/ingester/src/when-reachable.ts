import { setTimeout as sleep } from 'node:timers/promises';
import { isUnreachable } from '@tickscope/store';

const WAITS_MS = [500, 1_000, 2_000, 5_000];

/**
 * Does what a start needs of ClickHouse, and does it again until ClickHouse is there to answer all of it: it may be
 * started later than this program, or be restarted in the middle. What it answers in refusal is thrown.
 *
 * @param prepare may be repeated from any point at which it failed
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
