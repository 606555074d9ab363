import type { Swap } from '@tickscope/dex';
import type { BotHistory } from './bot-history.js';
import { type Leg, legsOf, type Placed, swapsOf } from './leg.js';
import { type LinkedLeg, strength } from './linked-legs.js';
import { type Money, moneyOf } from './money.js';
import type { Settings, Thresholds } from './options.js';
import type { PayerHistory } from './payer-history.js';
import { isSameTransaction } from './position.js';
import { privateProgram } from './prior.js';
import type { LinkKind, QuantityBasis } from './sandwich.js';

/** How well the two sides fit before victims are known, best first. */
export const Tier = { MATCHED: 0, INVENTORY: 1, ROUND_TRIP: 2, MISMATCHED: 3, CROSS_POOL: 4 } as const;

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

const MILLION = 1_000_000n;

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

/** Rule 2 (a) to (c) for legs with matching amounts; null if none holds. */
function basisOf<S extends Swap>(
  fronts: readonly Leg<S>[],
  backs: readonly Leg<S>[],
  link: LinkedLeg<S>,
  isProfitableMatch: boolean,
  { shortSpan }: Thresholds,
  bots: BotHistory,
): QuantityBasis | null {
  const span = backs[backs.length - 1]!.slot - fronts[0]!.slot;
  const isPrivate = link.kind === 'private_program';
  if (!isPrivate && span === 0) return 'same_slot';
  if (!isPrivate && isProfitableMatch && span <= shortSpan) return 'short_span';
  const legs = swapsOf([...fronts, ...backs]);
  const program = privateProgram(legs);
  const addresses = [
    ...legs.map(({ trader }) => trader),
    link.address,
    ...(program === null ? [] : [program]),
  ];
  if (!bots.isKnown(addresses, fronts[0]!.moment)) return null;
  return isPrivate && !isAlone(fronts[0]!, backs[0]!) ? null : 'known_bot';
}

function tierOf(passes: boolean, fits: boolean): number {
  if (passes) return fits ? Tier.MATCHED : Tier.INVENTORY;
  return fits ? Tier.ROUND_TRIP : Tier.MISMATCHED;
}

/**
 * Whether no one else called the program in the pool between the two legs. An unknown trading terminal has many
 * callers, and two of them match by chance; a bot's own program is called only by the bot.
 */
function isAlone<S extends Swap>(front: Leg<S>, back: Leg<S>): boolean {
  const program = front.swap.outerProgramId;
  for (const swap of front.pool.window.between(front, back).swaps) {
    if (swap.outerProgramId !== program) continue;
    if (swap.trader !== front.swap.trader && swap.trader !== back.swap.trader) return false;
  }
  return true;
}

/** Whether |sold / bought − 1| ≤ share, in exact integer arithmetic. */
function isWithin(sold: bigint, bought: bigint, share: number): boolean {
  const difference = sold > bought ? sold - bought : bought - sold;
  return difference * MILLION <= bought * BigInt(Math.round(share * 1e6));
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
