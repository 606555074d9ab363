/** The Wilson score interval of a share at 95 %, as text in percent. */
export function shareWithInterval(hits: number, of: number): string {
  if (of === 0) return '–';
  const z = 1.959_964;
  const share = hits / of;
  const middle = share + z ** 2 / (2 * of);
  const half = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  const scale = 1 + z ** 2 / of;
  const percent = (value: number): string => (100 * Math.min(1, Math.max(0, value))).toFixed(2);
  return `${percent(share)} (${percent((middle - half) / scale)}–${percent((middle + half) / scale)})`;
}
