import { ReadError } from '../errors.js';

/** Unix seconds, both ends included. */
export interface TimeWindow {
  fromTime: number;
  toTime: number;
}

export const MOST_SECONDS = 7 * 86_400;

/**
 * The window of a request. By default it ends at the newest stored block and is 7 days long.
 *
 * @param newest time of the newest block stored whole; null: none is stored, and the clock counts
 * Throws `ReadError` `validation_failed`
 */
export function timeWindowOf(
  asked: { start_time?: number; end_time?: number },
  newest: number | null,
  now: number,
): TimeWindow {
  const { start_time: start, end_time: end } = asked;
  if (start !== undefined && end !== undefined) {
    if (start > end) throw wrong('start_time: expected a time not after end_time');
    if (end - start > MOST_SECONDS) throw wrong('start_time: expected at most 7 days before end_time');
  }
  const latest = newest ?? now;
  const toTime = Math.min(
    end ?? (start === undefined ? latest : start + MOST_SECONDS),
    Math.max(latest, start ?? 0),
  );
  return { fromTime: Math.max(0, start ?? toTime - MOST_SECONDS), toTime };
}

function wrong(message: string): ReadError {
  return new ReadError('validation_failed', { details: [message] });
}
