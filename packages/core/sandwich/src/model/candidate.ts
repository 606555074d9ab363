import type { Swap, Tip } from '@tickscope/dex';
import type { ActorClass } from './actor-record.js';
import type { Leg, Placed } from './leg.js';
import type {
  Evidence,
  Intent,
  LinkKind,
  LossMethod,
  Sandwich,
  SuspicionReason,
  Victim,
} from './sandwich.js';

/** Tips to landing services around legs (Rule 3). */
export interface LegTips {
  /** In the legs' transactions, and in the entity's own next to one. */
  own: readonly Tip[];
  /** Tips of other wallets, in transactions next to a leg: nobody's cost. */
  others: readonly Tip[];
}

/** Rule 3, in the token of the gain, for the amount that was both bought and sold. */
export interface Money {
  gross: bigint;
  net: bigint | null;
  /** Fees and tips. */
  costLamports: bigint | null;
  tips: LegTips;
  /** Net > 0; where fees are unknown or cannot be subtracted, gross above the known, comparable costs. */
  isProfit: boolean;
}

/**
 * Front and back legs of one entity that may be a sandwich. Its content follows from the swaps up to its last leg and
 * never changes. Whether it gets its legs is decided again with every block until it is final.
 */
export interface Candidate<S extends Swap> {
  /** In order of position. */
  fronts: readonly Leg<S>[];
  backs: readonly Leg<S>[];
  link: LinkKind;
  linkAddress: string;
  attackers: readonly string[];
  /** Addresses that must not have signed, paid for or called a victim's swap. */
  entity: ReadonlySet<string>;
  quantityRatio: number;
  gainMint: string;
  /** Whether q is within the loose band. */
  fits: boolean;
  money: Money;
  /** Whether a back is in another pool than the front. */
  isCrossPool: boolean;
  /** Whether rules 1 and 3 and the amounts of rule 2 hold. Whether it counts is another question. */
  isMatched: boolean;
  isExact: boolean;
  /** Is matched, and so exactly that its back leg may also be the front leg of another such sandwich. */
  mayChain: boolean;
  /** Whether its wallet sold in another pool what it bought, between the legs. */
  soldElsewhere: boolean;
  tier: number;
  firstSlot: number;
  lastSlot: number;
  /** Legs of the entity between the last front and the first back leg. */
  interleaved: number;
  /** Other entities' swaps between the first and last leg in the front's direction. */
  between: number;
  /** Victims before removing legs of other sandwiches; null until computed. */
  victims: readonly Placed<S>[] | null;
  /** Null until computed, for those that get their legs. */
  findings: Findings<S> | null;
}

/** Rule 5 for one victim, on the pool's side of the amounts. */
export interface Loss {
  /**
   * In `mintOut`. Of a victim that fixed what it paid: how much more it would have got. Of one that fixed what it got:
   * what it paid too much, at the rate at which it was executed. Relative to `poolOut` this is the share of the trade
   * that was lost.
   */
  amount: bigint;
  method: LossMethod;
  /**
   * The victim's rate (out ÷ in) without the attacker, relative to its rate with it; null if only a bound is known. A
   * victim that fixed what it paid would have got `clean` times as much; one that fixed what it got would have paid its
   * `clean`-th part.
   */
  clean: number | null;
}

export interface Harm {
  /** In the order of the victims; null where no loss can be computed. */
  losses: readonly (Loss | null)[];
  residual: number | null;
}

/** Look of a round trip where nothing shows that it was meant for its victims (Rule 10). */
export type LookAlike =
  | 'arbitrage'
  | 'market_making'
  | 'volume_bot'
  | 'gift'
  | 'copied_leader'
  | 'profit_taking';

/** Facts that rule 2 (a) to (c) goes by. */
export interface VerdictInputs {
  /** Whether rules 1 and 3 and the amounts hold (`Candidate`). */
  isMatched: boolean;
  isExact: boolean;
  /** Whether front and back are in one pool. */
  isInOnePool: boolean;
  /** Whether q is within the loose band. */
  fits: boolean;
  link: LinkKind;
  /** Last slot − first slot. */
  span: number;
  isProfit: boolean;
  intent: Intent;
  evidence: Evidence;
  standing: ActorClass;
  /** Whether it looks aimed at its victims (rule 11). */
  isAimed: boolean;
  /** Whether a victim's limit that speaks was used up. */
  isLimitUsedUp: boolean;
  /** Look-alike, if it does not count (rule 10). Asked for only where it matters. */
  lookAlike: () => LookAlike | null;
  /** Whether different wallets, and only a fee payer links them. */
  isOnlyPaidFor: boolean;
}

/** An innocent explanation of a candidate (Rule 6). */
export interface Innocence {
  reason: SuspicionReason;
  /** Whether it also holds where the entity is a known bot. */
  holdsForKnownBot: boolean;
}

/** Findings that follow from a candidate alone, computed once. */
export interface Findings<S extends Swap> {
  harm: Harm;
  /** Class of its actor by the record; null also where that decides nothing. */
  standing: ActorClass;
  hasOwnRecord: boolean;
  /** Whether its entity moved liquidity around its victims. */
  hasOwnLiquidity: boolean;
  /** All possible victims, and what they say together. */
  victims: readonly Victim<S>[];
  victimEvidence: VictimEvidence<S>;
}

/** Evidence from some of the possible victims. */
export interface VictimEvidence<S extends Swap> {
  /** Those who lost something, or may have; where there are none, all. */
  around: readonly Victim<S>[];
  harmed: number;
  inputs: VerdictInputs;
  innocence: Innocence | null;
}

/** A candidate that got its legs, and its present sandwich. */
export interface Chosen<S extends Swap> {
  candidate: Candidate<S>;
  sandwich: Sandwich<S>;
}
