const PERIODS: Readonly<Record<number, string>> = { 1: 'second', 60: 'minute', 3600: 'hour', 86400: 'day' };

/** Text after "per": `minute`, `30 seconds`. */
export function periodText(seconds: number): string {
  return PERIODS[seconds] ?? `${seconds} seconds`;
}
