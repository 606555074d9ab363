/** Converts a 64-bit integer, which an answer has as text, to a number. Throws RangeError beyond ±2^53. */
export function toInteger(value: string | number): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || value === '')
    throw new RangeError(`not an integer that a number holds exactly: "${value}"`);
  return number;
}

export function toIntegerOrNull(value: string | number | null): number | null {
  return value === null ? null : toInteger(value);
}
