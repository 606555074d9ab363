import type { Swap } from '@tickscope/dex';
import type { Money, VerdictInputs } from '../model/candidate.js';
import type { Leg } from '../model/leg.js';
import type { Thresholds } from '../model/options.js';
import type { QuantityBasis, Sign } from '../model/sandwich.js';
import { moneyOf, turnoverInA, turnoverInB } from './rule-3-money.js';
import { tipsAround } from './rule-3-tips.js';
import { isAtAnyAmount } from './rule-10-names.js';

const MILLION = 1_000_000n;

/** Whether |sold / bought − 1| ≤ share, in exact integer arithmetic. */
export function isWithin(sold: bigint, bought: bigint, share: number): boolean {
  const difference = sold > bought ? sold - bought : bought - sold;
  return difference * MILLION <= bought * BigInt(Math.round(share * 1e6));
}

/** The two sides of a sandwich measured in the token that its entity did not gain. */
export interface Match {
  gainMint: string;
  /** Amounts of the fronts and of the backs, above 0; q is the second ÷ the first. */
  opened: bigint;
  closed: bigint;
  money: Money;
}

/**
 * Rule 2: in which token the two sides match. Usually in b, which was bought and sold again. In a where exactly the
 * amount that was sold was bought back, at a gain in b. Null if a side moved nothing.
 *
 * @param isOwn whether a wallet is one of the entity's
 */
export function matchOf<S extends Swap>(
  fronts: readonly Leg<S>[],
  backs: readonly Leg<S>[],
  { exactQuantity }: Thresholds,
  isOwn: (wallet: string) => boolean,
): Match | null {
  const { mintIn, mintOut } = fronts[0]!.swap;
  const inA = turnoverInA(fronts, backs);
  if (inA.bought <= 0n || inA.sold <= 0n) return null;
  const tips = tipsAround([...fronts, ...backs], isOwn);
  if (!isWithin(inA.sold, inA.bought, exactQuantity) && isWithin(inA.earned, inA.paid, exactQuantity)) {
    const inB = turnoverInB(fronts, backs);
    const money = moneyOf(fronts, backs, inB, mintOut, tips);
    if (money.isProfit) return { gainMint: mintOut, opened: inB.sold, closed: inB.bought, money };
  }
  const money = moneyOf(fronts, backs, inA, mintIn, tips);
  return { gainMint: mintIn, opened: inA.bought, closed: inA.sold, money };
}

/** Which of rule 2 (a) to (c) holds; null if none does. */
export function basisOf(inputs: VerdictInputs, { shortSpan, botSpan }: Thresholds): QuantityBasis | null {
  const { isMatched, isExact, isInOnePool, span, isProfit, standing, isLimitUsedUp } = inputs;
  if (isMatched && mayStandAlone(inputs)) {
    // In one slot, amounts that match only loosely do so by chance as well.
    if (span === 0 && (isExact || isMoreThanChance(inputs))) return 'same_slot';
    if (isProfit && span <= shortSpan && isMeant(inputs)) return 'short_span';
  }
  const fitsBot = isMatched || (isExact && isInOnePool);
  if (standing !== 'known_bot' || !fitsBot) return null;
  return span <= botSpan || isLimitUsedUp ? 'known_bot' : null;
}

/**
 * Whether legs count without a record of their entity. Not if every known limit was hardly used, nor if the record says
 * that it trades all day without aiming at others, unless this one is proven. Two callers of a private program may be
 * strangers to each other, so there a limit must have been used.
 */
function mayStandAlone({ link, intent, evidence, standing }: VerdictInputs): boolean {
  const { signs } = evidence;
  if (intent === 'proven') return true;
  if (signs.includes('limit_hardly_used') || standing === 'scalper') return false;
  return link !== 'private_program' || signs.includes('limit_used');
}

/**
 * Whether amounts that match only loosely in one slot are no chance: makers and wallets that fake volume do both all
 * day.
 */
function isMoreThanChance({ intent, lookAlike }: VerdictInputs): boolean {
  return intent === 'proven' || (intent === 'likely' && !isAtAnyAmount(lookAlike()));
}

/**
 * Whether intent is likely enough over several slots. Where no limit was used, the amounts must match exactly; and of a
 * single wallet also the victim must be unusually large: in a pool with few trades many a wallet that takes a profit is
 * next to a stranger, and makers have programs of their own.
 */
function isMeant({ intent, evidence, isExact, isAimed }: VerdictInputs): boolean {
  const has = (sign: Sign): boolean => evidence.signs.includes(sign);
  if (intent === 'unknown') return false;
  if (intent === 'proven' || has('limit_used') || has('own_liquidity')) return true;
  return isExact && (isAimed || has('linked_wallets'));
}
