import type { Swap } from '@tickscope/dex';
import { type LinkedLeg, strength } from '../definition/rule-1-linked-legs.js';
import type { PayerHistory } from '../definition/rule-1-payers.js';
import { isWithin, matchOf } from '../definition/rule-2-quantity.js';
import type { Money } from '../definition/rule-3-money.js';
import { Tier, tierOf } from '../definition/rule-7-claims.js';
import type { Settings } from '../options.js';
import { isSameTransaction } from '../position.js';
import type { LinkKind } from '../sandwich.js';
import type { Findings } from './assemble.js';
import { type Leg, legsOf, type Placed } from './leg.js';

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

export interface LegChoice<S extends Swap> {
  fronts: readonly LinkedLeg<S>[];
  backs: readonly Leg<S>[];
  interleaved: number;
  between: number;
}

/** Applies rules 1 to 3. Returns null if the legs are neither a sandwich nor worth suspecting. */
export function judge<S extends Swap>(
  choice: LegChoice<S>,
  { thresholds }: Settings,
  payers: PayerHistory,
): Candidate<S> | null {
  const fronts = legsOf(choice.fronts);
  const { backs } = choice;
  if (fronts.some((front) => backs.some((back) => isSameTransaction(front.swap, back.swap)))) return null;
  const weakest = choice.fronts.reduce((a, b) => (strength(b.kind) > strength(a.kind) ? b : a));
  const match = matchOf(fronts, backs, thresholds);
  if (match === null) return null;
  const { opened, closed, money, gainMint } = match;
  const fits = isWithin(closed, opened, thresholds.looseQuantity);
  if (weakest.kind === 'private_program' && !isWithin(closed, opened, thresholds.privateProgramQuantity))
    return null;
  const quantityRatio = Number(closed) / Number(opened);
  if (!(quantityRatio >= thresholds.suspectedQuantityMin && quantityRatio <= thresholds.suspectedQuantityMax))
    return null;
  const legs = [...fronts, ...backs];
  const attackers = [...new Set(legs.map(({ swap }) => swap.trader))];
  const elsewhere = backs.filter(({ pool }) => pool !== fronts[0]!.pool).length;
  const isCrossPool = elsewhere > 0;
  const isExact = isWithin(closed, opened, thresholds.exactQuantity);
  const isGain = isExact ? money.gross > 0n : money.isProfit && (fits || closed > opened);
  const isMatched = !isCrossPool && isGain;
  return {
    fronts,
    backs,
    link: weakest.kind,
    linkAddress: weakest.address,
    attackers,
    entity: entityOf(legs, weakest, payers),
    quantityRatio,
    gainMint,
    fits,
    money,
    isMatched,
    isExact,
    mayChain: isMatched && Math.abs(quantityRatio - 1) <= thresholds.exactQuantity,
    isCrossPool,
    soldElsewhere: false,
    tier:
      elsewhere === 0
        ? tierOf(isMatched, fits)
        : elsewhere < backs.length
          ? Tier.PARTLY_ELSEWHERE
          : Tier.CROSS_POOL,
    firstSlot: fronts[0]!.slot,
    lastSlot: backs[backs.length - 1]!.slot,
    interleaved: choice.interleaved,
    between: choice.between,
    victims: null,
    findings: null,
  };
}

function entityOf<S extends Swap>(
  legs: readonly Leg<S>[],
  link: LinkedLeg<S>,
  payers: PayerHistory,
): Set<string> {
  const entity = new Set<string>();
  const { moment } = legs[legs.length - 1]!;
  for (const { swap } of legs) {
    entity.add(swap.trader);
    if (swap.feePayer !== swap.trader && !payers.isRelayer(swap.feePayer, moment)) entity.add(swap.feePayer);
  }
  if (link.kind !== 'same_signer') entity.add(link.address);
  return entity;
}
