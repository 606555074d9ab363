import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../engine/candidate.js';
import type { Confidence, SuspicionReason } from '../sandwich.js';

export interface Judgement {
  confidence: Confidence;
  /** Why it is only suspected; null if it counts. */
  reason: SuspicionReason | null;
}

/**
 * Decides whether a candidate counts as a sandwich. It does if it has no innocent explanation, rules 1 to 3 hold, and
 * at least one victim was harmed, or may have been. It is then `exact` where what was sold is what was bought.
 *
 * @param lookAlike the innocent explanation (rule 6); null if there is none
 * @param harmedVictims the number of victims with a loss, or with one that is not known (rule 5)
 */
export function judgementOf<S extends Swap>(
  candidate: Pick<Candidate<S>, 'basis' | 'fits' | 'isExact' | 'link'>,
  lookAlike: SuspicionReason | null,
  harmedVictims: number,
): Judgement {
  const reason = lookAlike ?? doubtOf(candidate) ?? (harmedVictims === 0 ? 'no_harm' : null);
  if (reason !== null) return { confidence: 'suspected', reason };
  return { confidence: candidate.isExact ? 'exact' : 'loose', reason };
}

/** Which of rules 1 to 3 does not hold; null if all do. */
function doubtOf<S extends Swap>({
  basis,
  link,
  fits,
}: Pick<Candidate<S>, 'basis' | 'fits' | 'link'>): SuspicionReason | null {
  if (basis !== null) return null;
  if (link === 'private_program') return 'link';
  return fits ? 'round_trip' : 'quantity';
}
