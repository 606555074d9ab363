const STEPS: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
];
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `38 seconds ago`. */
export function ago(at: Date, now: Date): string {
  const seconds = Math.round((now.getTime() - at.getTime()) / 1_000);
  for (const [size, unit] of STEPS)
    if (Math.abs(seconds) >= size) return RELATIVE.format(-Math.round(seconds / size), unit);
  return Math.abs(seconds) < 2 ? 'just now' : RELATIVE.format(-seconds, 'second');
}

/** `2026-11-25 16:33:08 UTC`. */
export function absolute(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
