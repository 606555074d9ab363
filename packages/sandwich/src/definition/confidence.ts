import type { Thresholds } from '../options.js';
import type { SuspicionReason, Verdict } from '../sandwich.js';
import { basisOf, type Grounds } from './rule-2-quantity.js';
import { isAtAnyAmount } from './rule-10-names.js';

/**
 * Decides whether a candidate counts as a sandwich. It does if it has no innocent explanation, rules 1 to 3 hold, and
 * at least one victim was harmed, or may have been. It is then `exact` where what was sold is what was bought.
 *
 * @param lookAlike the innocent explanation (rule 6); null if there is none
 * @param harmedVictims the number of victims with a loss, or with one that is not known (rule 5)
 */
export function judgementOf(
  grounds: Grounds,
  lookAlike: SuspicionReason | null,
  harmedVictims: number,
  thresholds: Thresholds,
): Verdict {
  const { intent } = grounds;
  const basis = basisOf(grounds, thresholds);
  const doubt = basis === null ? doubtOf(grounds) : null;
  const reason = lookAlike ?? (harmedVictims === 0 ? 'no_harm' : doubt);
  if (reason !== null) return { confidence: 'suspected', reason, basis, intent };
  return { confidence: grounds.isExact ? 'exact' : 'loose', reason, basis, intent };
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
  ...grounds
}: Grounds): SuspicionReason {
  const isInnocent = standing !== 'known_bot' && !evidence.signs.includes('limit_used');
  const name = isInnocent ? grounds.resemblance() : null;
  if (name !== null && isAtAnyAmount(name)) return name;
  if (!fits && !isMatched) return 'quantity';
  if (!isProfit) return 'no_gain';
  if (link === 'private_program' || grounds.isOnlyPaidFor) return 'link';
  if (standing === 'scalper') return 'scalping';
  return grounds.intent === 'unknown' && name !== null ? name : 'round_trip';
}
