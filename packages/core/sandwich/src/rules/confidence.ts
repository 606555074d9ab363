import type { Innocence, VerdictInputs } from '../model/candidate.js';
import type { Thresholds } from '../model/options.js';
import type { SuspicionReason, Verdict } from '../model/sandwich.js';
import { basisOf } from './rule-2-quantity.js';
import { isAtAnyAmount } from './rule-10-names.js';

/**
 * Decides whether a candidate counts as a sandwich. It does if it has no innocent explanation, rules 1 to 3 hold, and
 * at least one victim was harmed, or may have been. It is then `exact` where what was sold is what was bought.
 *
 * @param innocence the innocent explanation (rule 6); null if there is none
 * @param harmedVictims the number of victims with a loss, or with one that is not known (rule 5)
 */
export function judgementOf(
  inputs: VerdictInputs,
  innocence: Innocence | null,
  harmedVictims: number,
  thresholds: Thresholds,
): Verdict {
  const { intent } = inputs;
  const basis = basisOf(inputs, thresholds);
  const doubt = basis === null ? doubtOf(inputs) : null;
  const holds = innocence !== null && (innocence.holdsForKnownBot || inputs.standing !== 'known_bot');
  const innocentReason = holds ? innocence.reason : null;
  const reason = innocentReason ?? (harmedVictims === 0 ? 'no_harm' : doubt);
  if (reason !== null) return { confidence: 'suspected', reason, basis, intent };
  return { confidence: inputs.isExact ? 'exact' : 'loose', reason, basis, intent };
}

/**
 * Why rules 1 to 3 and 10 do not make it count. Who used a limit, or is a known bot, has no innocent name,
 * nor has a gain where intent is likely.
 */
function doubtOf({
  fits,
  link,
  isMatched,
  isProfit,
  standing,
  evidence,
  ...inputs
}: VerdictInputs): SuspicionReason {
  const isInnocent = standing !== 'known_bot' && !evidence.signs.includes('limit_used');
  const name = isInnocent ? inputs.lookAlike() : null;
  if (name !== null && isAtAnyAmount(name)) return name;
  if (!fits && !isMatched) return 'quantity';
  if (!isProfit) return 'no_gain';
  if (link === 'private_program' || inputs.isOnlyPaidFor) return 'link';
  if (standing === 'scalper') return 'scalping';
  return inputs.intent === 'unknown' && name !== null ? name : 'round_trip';
}
