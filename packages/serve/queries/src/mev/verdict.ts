/**
 * Whether a transaction was sandwiched, as far as is known.
 *
 * @param isWindowKnown whether all slots of the window are stored and detection has run over them. Must be read
 * before the sandwiches: blocks detected in between are then found, or the answer is `unknown`
 */
export function verdictOf(
  isSandwiched: boolean,
  isWindowKnown: boolean,
): 'sandwiched' | 'not_sandwiched' | 'unknown' {
  if (isSandwiched) return 'sandwiched';
  return isWindowKnown ? 'not_sandwiched' : 'unknown';
}
