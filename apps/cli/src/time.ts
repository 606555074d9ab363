/** `2026-09-01 12:00:00`, in UTC; `unknown` for null and invalid times. @param time ISO text or Unix seconds */
export function formatTime(time: string | number | null): string {
  const date = time === null ? null : new Date(typeof time === 'number' ? time * 1_000 : time);
  if (date === null || Number.isNaN(date.getTime())) return 'unknown';
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
