import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import { type Leg, legsOf } from '../model/leg.js';
import type { Settings } from '../model/options.js';
import { isSameTransaction } from '../model/position.js';
import { type LinkedLeg, strength } from './rule-1-linked-legs.js';
import type { PayerHistory } from './rule-1-payers.js';
import { isWithin, matchOf } from './rule-2-quantity.js';
import { Tier, tierOf } from './rule-7-claims.js';

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
  const legs = [...fronts, ...backs];
  let known: Set<string> | null = null;
  const entity = (): Set<string> => {
    known ??= entityOf(legs, weakest, payers);
    return known;
  };
  const match = matchOf(fronts, backs, thresholds, (wallet) => entity().has(wallet));
  if (match === null) return null;
  const { opened, closed, money, gainMint } = match;
  const fits = isWithin(closed, opened, thresholds.looseQuantity);
  if (weakest.kind === 'private_program' && !isWithin(closed, opened, thresholds.privateProgramQuantity))
    return null;
  const quantityRatio = Number(closed) / Number(opened);
  if (!(quantityRatio >= thresholds.suspectedQuantityMin && quantityRatio <= thresholds.suspectedQuantityMax))
    return null;
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
    entity: entity(),
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
