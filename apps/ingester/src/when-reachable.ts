import { endless, isUnreachable, retry } from '@tickscope/store';

/**
 * Runs the preparation of a start, and repeats it until ClickHouse has answered all of it: ClickHouse may start
 * later than this program, or restart in the middle. Errors that ClickHouse itself returns are thrown.
 *
 * @param prepare may be repeated from any point of failure
 */
export function whenReachable<T>(
  prepare: () => Promise<T>,
  onAway: (error: Error, waitMs: number) => void,
): Promise<T> {
  const waitsMs = endless([500, 1_000, 2_000, 5_000]);
  return retry(prepare, { waitsMs, isTransient: isUnreachable, onFailure: onAway });
}
