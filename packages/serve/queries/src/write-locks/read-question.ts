import { ReadError } from '../errors.js';
import type { LockQuestion } from './lock-range.js';

/** The fields of a request that select the time. */
export interface AskedTime {
  time_range?: string;
  slot?: number;
  start_date?: string;
  end_date?: string;
}

const MOST_SECONDS = 72 * 3_600;

/** Parses the fields. Throws `ReadError` unless exactly one selection is given. */
export function readQuestion(
  { time_range, slot, start_date, end_date }: AskedTime,
  choices: string,
): LockQuestion {
  const hasDates = start_date !== undefined || end_date !== undefined;
  const asked = [time_range !== undefined, slot !== undefined, hasDates].filter((is) => is);
  if (asked.length !== 1) throw wrong(`body: expected exactly one of ${choices}`);
  if (time_range !== undefined)
    return { mode: 'time_range', value: time_range, hours: Number.parseInt(time_range, 10) };
  if (slot !== undefined) return { mode: 'slot', value: String(slot), slot };
  if (start_date === undefined) throw wrong('start_date: required with end_date');
  if (end_date === undefined) throw wrong('end_date: required with start_date');
  return datesQuestion(start_date, end_date);
}

function datesQuestion(start: string, end: string): LockQuestion {
  // Blocks have times in whole seconds: round the start up and the end down.
  const fromTime = Math.ceil(timeOf('start_date', start) / 1_000);
  const toTime = Math.floor(timeOf('end_date', end) / 1_000);
  if (toTime < fromTime) throw wrong('end_date: expected not before start_date');
  if (toTime - fromTime > MOST_SECONDS) throw wrong('end_date: expected at most 72 hours after start_date');
  return { mode: 'date_range', value: `${start}/${end}`, fromTime, toTime };
}

/** Milliseconds. The schema has checked that the text looks like a date. */
function timeOf(field: string, text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time) && time >= 0 && time < 2 ** 32 * 1_000 - 1_000) return time;
  throw wrong(`${field}: expected a date, or a date and time with its zone, from 1970 to 2106`);
}

function wrong(text: string): ReadError {
  return new ReadError('validation_failed', { details: [text] });
}
