import { InvalidArgumentError } from 'commander';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a date of the command line. `2026-12-31` is the beginning of that day in UTC. A time needs a zone,
 * because this machine's zone may not be the operator's.
 */
export function parseDate(text: string): Date {
  const date = new Date(text);
  const isReal =
    (DAY.test(text) || MOMENT.test(text)) &&
    !Number.isNaN(date.getTime()) &&
    // JavaScript turns 31 February into 3 March.
    new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
  if (!isReal)
    throw new InvalidArgumentError('expected a date such as 2026-12-31 (UTC) or 2026-12-31T18:00:00Z');
  return date;
}

/** Like `parseDate`, or the text `never`: it is not null, because commander turns null into an empty text. */
export function parseDateOrNever(text: string): Date | 'never' {
  return text === 'never' ? 'never' : parseDate(text);
}
