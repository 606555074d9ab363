import type { Swap } from '@tickscope/dex';
import { type LinkedLeg, strength } from '../definition/rule-1-linked-legs.js';
import type { PayerHistory } from '../definition/rule-1-payers.js';
import type { BotHistory } from '../definition/rule-2-known-bots.js';
import { basisOf, isWithin } from '../definition/rule-2-quantity.js';
import { type Money, moneyOf } from '../definition/rule-3-money.js';
import { Tier, tierOf } from '../definition/rule-7-claims.js';
import type { Settings } from '../options.js';
import { isSameTransaction } from '../position.js';
import type { LinkKind, QuantityBasis } from '../sandwich.js';
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
  /** Whether q is within the loose band. */
  fits: boolean;
  money: Money;
  /** Null if rules 1 to 3 do not hold. */
  basis: QuantityBasis | null;
  isExact: boolean;
  /** Passes, and matches so exactly that its back leg may also be the front leg of another such sandwich. */
  mayChain: boolean;
  tier: number;
  firstSlot: number;
  lastSlot: number;
  /** Legs of the entity between the last front and the first back leg. */
  interleaved: number;
  /** Other entities' swaps between the first and last leg in the front's direction. */
  between: number;
  /** Victims before removing legs of other sandwiches; null until computed. */
  victims: readonly Placed<S>[] | null;
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
  bots: BotHistory,
  payers: PayerHistory,
): Candidate<S> | null {
  const fronts = legsOf(choice.fronts);
  const { backs } = choice;
  if (fronts.some((front) => backs.some((back) => isSameTransaction(front.swap, back.swap)))) return null;
  const weakest = choice.fronts.reduce((a, b) => (strength(b.kind) > strength(a.kind) ? b : a));
  const bought = fronts.reduce((sum, { swap }) => sum + swap.traderOut, 0n);
  const sold = backs.reduce((sum, { swap }) => sum + swap.traderIn, 0n);
  if (bought <= 0n || sold <= 0n) return null;
  const fits = isWithin(sold, bought, thresholds.looseQuantity);
  if (weakest.kind === 'private_program' && !isWithin(sold, bought, thresholds.privateProgramQuantity))
    return null;
  const quantityRatio = Number(sold) / Number(bought);
  if (!(quantityRatio >= thresholds.suspectedQuantityMin && quantityRatio <= thresholds.suspectedQuantityMax))
    return null;
  const legs = [...fronts, ...backs];
  const attackers = [...new Set(legs.map(({ swap }) => swap.trader))];
  const firstSlot = fronts[0]!.slot;
  const lastSlot = backs[backs.length - 1]!.slot;
  const money = moneyOf(fronts, backs, bought, sold);
  const isCrossPool = fronts[0]!.pool !== backs[0]!.pool;
  const isExact = isWithin(sold, bought, thresholds.exactQuantity);
  const passes = !isCrossPool && (fits || sold > bought) && (isExact || money.isProfit);
  const basis = passes ? basisOf(fronts, backs, weakest, isExact && money.isProfit, thresholds, bots) : null;
  return {
    fronts,
    backs,
    link: weakest.kind,
    linkAddress: weakest.address,
    attackers,
    entity: entityOf(legs, weakest, payers),
    quantityRatio,
    fits,
    money,
    basis,
    isExact,
    mayChain: basis !== null && Math.abs(quantityRatio - 1) <= thresholds.exactQuantity,
    tier: isCrossPool ? Tier.CROSS_POOL : tierOf(basis !== null, fits),
    firstSlot,
    lastSlot,
    interleaved: choice.interleaved,
    between: choice.between,
    victims: null,
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
