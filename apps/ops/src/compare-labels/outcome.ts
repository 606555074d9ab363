import type { SuspicionReason } from '@tickscope/sandwich';

/** Why a label and the store differ. */
export const CAUSES = {
  before_store: 'a slot before the oldest stored block',
  after_store: 'a slot after the newest stored block',
  slot_not_stored: 'a slot that is missing or stored in part',
  slot_skipped: 'a slot in which the chain has no block',
  transaction_unknown: 'a transaction of a leg that is not in the store',
  victim_unknown: "a victim's transaction that is not in the store",
  not_analysed: 'a slot over which detection has not run',
  no_swap: 'a transaction in which no swap is decoded',
  excluded_by_rule: 'a rule excludes it',
  other_victims: 'the same legs, but other victims',
  other_legs: 'the same attacker and victim, but other legs',
  different_attacker: 'another attacker',
  not_found: 'not found, and no rule of the explanation says why',
  ours_only: 'a stored sandwich in the range of the labels that no label names',
} as const;
export type Cause = keyof typeof CAUSES;
export const CAUSE_NAMES = Object.keys(CAUSES) as Cause[];

/** The result for one label, or for one sandwich that no label names. */
export interface Outcome {
  /** Line of the label in the file; null: ours only. */
  line: number | null;
  label: string | null;
  outcome: 'agrees' | 'differs' | 'ours_only';
  cause: Cause | null;
  /** Number in docs/detection.md; null: not a rule. */
  rule: number | null;
  /** The stored sandwich that it was held against; null: none. */
  sandwichId: string | null;
  /** The slot where the difference lies, as far as it is known. */
  slot: number | null;
  detail: string;
}

/** Difference between a label and the store, with the part of the outcome that explains it. */
export type Difference = Pick<Outcome, 'rule' | 'slot' | 'detail' | 'sandwichId'> & { cause: Cause };

const RULES: Record<SuspicionReason, number> = {
  ...{ jit: 6, launch: 6, cross_pool: 6, wash: 6, unpriced_pool: 6, no_harm: 5, quantity: 2, no_gain: 3 },
  ...{ link: 1, scalping: 11, arbitrage: 10, market_making: 10, volume_bot: 10, gift: 10 },
  ...{ copied_leader: 10, profit_taking: 10, round_trip: 2 },
};

/** The rule of docs/detection.md that gives a reason for suspicion; null: a reason of another version. */
export function ruleOfReason(reason: string): number | null {
  return Object.hasOwn(RULES, reason) ? RULES[reason as SuspicionReason] : null;
}
