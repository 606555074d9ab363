import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import { strength } from './rule-1-linked-legs.js';

/** How well the two sides fit before victims are known, best first. */
export const Tier = {
  MATCHED: 0,
  INVENTORY: 1,
  ROUND_TRIP: 2,
  MISMATCHED: 3,
  /** Takes the place of one whose amounts do not match without the part elsewhere. */
  PARTLY_ELSEWHERE: 4,
  CROSS_POOL: 5,
} as const;

/**
 * @param isMatched rules 1 and 3 and the amounts of rule 2 hold
 * @param fits the amounts are within the loose band
 */
export function tierOf(isMatched: boolean, fits: boolean): number {
  if (isMatched) return fits ? Tier.MATCHED : Tier.INVENTORY;
  return fits ? Tier.ROUND_TRIP : Tier.MISMATCHED;
}

/** Rule 7, the order in which candidates claim legs: negative if `left` claims first. */
export function compareClaims<S extends Swap>(left: Candidate<S>, right: Candidate<S>): number {
  return (
    left.tier - right.tier ||
    left.lastSlot - left.firstSlot - (right.lastSlot - right.firstSlot) ||
    Number(right.isExact) - Number(left.isExact) ||
    strength(left.link) - strength(right.link) ||
    left.interleaved - right.interleaved ||
    right.between - left.between ||
    right.fronts.length + right.backs.length - (left.fronts.length + left.backs.length) ||
    left.fronts[0]!.order - right.fronts[0]!.order ||
    left.backs[left.backs.length - 1]!.order - right.backs[right.backs.length - 1]!.order ||
    right.fronts[right.fronts.length - 1]!.order - left.fronts[left.fronts.length - 1]!.order ||
    left.backs[0]!.order - right.backs[0]!.order
  );
}
