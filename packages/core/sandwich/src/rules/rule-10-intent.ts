import type { TxPosition } from '@tickscope/chain';
import type { Swap, Tip } from '@tickscope/dex';
import type { ActorClass } from '../model/actor-record.js';
import type { Candidate } from '../model/candidate.js';
import { swapsOf } from '../model/leg.js';
import type { Thresholds } from '../model/options.js';
import { privateProgram } from '../model/prior-sandwich.js';
import type { Evidence, Intent, Sign, Victim } from '../model/sandwich.js';
import type { Window } from '../model/window.js';

/** A leader produces four consecutive slots, the first of them a multiple of four. */
const LEADER_SLOTS = 4;

/**
 * Collects the evidence of intent from the positions, the links and the victims' limits (Rule 10). Time is linear in
 * the pool's swaps within the sandwich.
 *
 * @param victims those of the sandwich, in order of position; at least one
 */
export function evidenceOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  window: Window<S>,
  { standing, hasOwnLiquidity }: { standing: ActorClass; hasOwnLiquidity: boolean },
  thresholds: Thresholds,
): Evidence {
  const { fronts, backs, link, firstSlot, lastSlot } = candidate;
  const inside = window.between(fronts[0]!, backs[backs.length - 1]!);
  const firstVictim = victims[0]!.swap;
  const lastVictim = victims[victims.length - 1]!.swap;
  const firstAt = inside.swaps.indexOf(firstVictim);
  const lastAt = inside.swaps.indexOf(lastVictim);
  const placeOf = ({ order }: { order: number }): number => inside.rows.indexOf(order);
  const front = fronts.findLast((leg) => placeOf(leg) < firstAt)!;
  // The back legs of another pool are not among this pool's swaps.
  const back = backs.find((leg) => leg.pool !== front.pool || placeOf(leg) > lastAt)!;
  const backAt = back.pool === front.pool ? placeOf(back) : inside.rows.length;
  const swapsBefore = firstAt - placeOf(front) - 1;
  const swapsAfter = backAt - lastAt - 1;
  const signs: Sign[] = [];
  if (victims.some((victim) => isLimitUsed(victim, thresholds.limitUsed, thresholds)))
    signs.push('limit_used');
  if (areHardlyUsed(victims, thresholds.limitHardlyUsed)) signs.push('limit_hardly_used');
  const legs = swapsOf([...fronts, ...backs]);
  const { own, others } = candidate.money.tips;
  const isTipped = own.some(({ lamports }) => (lamports ?? 0n) > 0n);
  if (isTipped && isContiguous(front.swap, victims, back.swap, own)) signs.push('contiguous_with_tip');
  if (swapsBefore === 0 && swapsAfter === 0) signs.push('next_to_victim');
  if (Math.floor(firstSlot / LEADER_SLOTS) === Math.floor(lastSlot / LEADER_SLOTS)) signs.push('one_leader');
  if (link !== 'same_signer') signs.push('linked_wallets');
  if (privateProgram(legs) !== null) signs.push('private_program');
  if (hasOwnLiquidity) signs.push('own_liquidity');
  if (others.length > 0) signs.push('tip_of_another');
  if (standing === 'known_bot') signs.push('known_bot');
  return {
    signs,
    swapsBefore,
    swapsAfter,
    transactionsBefore: transactionsBetween(front.swap, firstVictim),
    transactionsAfter: transactionsBetween(lastVictim, back.swap),
  };
}

/** The same evidence with another record of the actor (Rule 11). */
export function evidenceBy(evidence: Evidence, standing: ActorClass): Evidence {
  return { ...evidence, signs: signsBy(evidence.signs, standing === 'known_bot') };
}

/** The same signs, with or without the one of the record. */
export function signsBy(signs: readonly Sign[], isKnownBot: boolean): Sign[] {
  const others = signs.filter((sign) => sign !== 'known_bot');
  return isKnownBot ? [...others, 'known_bot'] : others;
}

/**
 * Rule 10: whether the entity meant it.
 *
 * @param traits.isExact what was sold is what was bought
 * @param traits.isLimitUsedUp see there
 */
export function intentOf(
  { signs }: Evidence,
  victims: readonly Victim[],
  { isExact, isLimitUsedUp }: { isExact: boolean; isLimitUsedUp: boolean },
): Intent {
  const has = (sign: Sign): boolean => signs.includes(sign);
  if (isLimitUsedUp || has('contiguous_with_tip') || has('known_bot')) return 'proven';
  if (has('limit_used') || has('own_liquidity')) return 'likely';
  if (victims.some(({ slippageUse }) => slippageUse !== null)) return 'unknown';
  const isHidden = isExact && (has('linked_wallets') || has('private_program'));
  return isHidden || (has('next_to_victim') && has('one_leader')) ? 'likely' : 'unknown';
}

/** Whether a victim's limit that was made before the front was used up: the attacker took what the victim would just accept. */
export function isLimitUsedUp(victims: readonly Victim[], { limitUsedUp }: Thresholds): boolean {
  return victims.some(({ slippageUse, limitAge }) => limitAge === 'before' && slippageUse! >= limitUsedUp);
}

/**
 * Whether this much of a victim's limit that speaks was used. One of unclear age speaks where it was nearly used up:
 * people set limits far enough away for half of them to be used by chance.
 */
export function isLimitUsed(
  { slippageUse, limitAge }: Victim,
  least: number,
  { unclearLimitUsed }: Pick<Thresholds, 'unclearLimitUsed'>,
): boolean {
  if (slippageUse === null || limitAge === 'after') return false;
  return slippageUse >= (limitAge === 'before' ? least : Math.max(least, unclearLimitUsed));
}

/** Also by limits made after the front: those who made them did not even notice it. */
function areHardlyUsed(victims: readonly Victim[], limitHardlyUsed: number): boolean {
  const uses = victims.flatMap(({ slippageUse }) => (slippageUse === null ? [] : [slippageUse]));
  return uses.length > 0 && uses.every((use) => use < limitHardlyUsed);
}

/** Whether nothing but victims' transactions and the entity's tips lies between the two legs, in one block. */
function isContiguous(front: Swap, victims: readonly Victim[], back: Swap, tips: readonly Tip[]): boolean {
  if (front.slot !== back.slot) return false;
  const between = new Set<number>();
  const add = ({ slot, blockIndex }: TxPosition): void => {
    if (slot === front.slot && blockIndex > front.blockIndex && blockIndex < back.blockIndex)
      between.add(blockIndex);
  };
  for (const { swap } of victims) add(swap);
  for (const tip of tips) if (tip.isAlone) add(tip);
  return between.size === back.blockIndex - front.blockIndex - 1;
}

/** Null in different blocks: it is not known how many transactions the blocks between have. */
function transactionsBetween(first: Swap, second: Swap): number | null {
  return first.slot === second.slot ? Math.max(second.blockIndex - first.blockIndex - 1, 0) : null;
}
