import type { Swap } from '@tickscope/dex';
import { judgementOf } from '../definition/confidence.js';
import { basisOf, type Grounds } from '../definition/rule-2-quantity.js';
import { victimsOf } from '../definition/rule-4-victims.js';
import { type Harm, harmOf, type Loss } from '../definition/rule-5-harm.js';
import { isLiquidityMovedAround, lookAlikeOf } from '../definition/rule-6-look-alikes.js';
import { attemptsOf } from '../definition/rule-8-attempts.js';
import { evidenceBy, evidenceOf, intentOf, isLimitUsedUp } from '../definition/rule-10-intent.js';
import { lotSharersOf, resemblanceOf } from '../definition/rule-10-look-alikes.js';
import { slippageUseOf } from '../definition/rule-10-slippage.js';
import { isAimed } from '../definition/rule-11-aim.js';
import type { ActorRecords, Standing } from '../definition/rule-11-records.js';
import { isOwnRecord, standingOf } from '../definition/rule-11-standing.js';
import type { Thresholds } from '../options.js';
import { positionId } from '../position.js';
import type { Sandwich, SuspicionReason, Verdict, Verdicts, Victim } from '../sandwich.js';
import type { Candidate } from './candidate.js';
import { type Placed, swapsOf } from './leg.js';
import type { Window } from './window.js';

/** Knows which swaps are legs of passing sandwiches: those are not victims of others (Rule 4). */
export interface PassingLegs<S extends Swap> {
  isPassing(victim: Placed<S>): boolean;
}

/** What a candidate is judged by. */
export interface Surroundings<S extends Swap> {
  window: Window<S>;
  thresholds: Thresholds;
  records: ActorRecords;
}

/** What follows from a candidate alone, computed once. */
export interface Findings<S extends Swap> {
  harm: Harm;
  lookAlike: SuspicionReason | null;
  /** What the record of its actor said; null also where that decides nothing. */
  standing: Standing;
  hasOwnRecord: boolean;
  /** Whether its entity moved liquidity around its victims. */
  hasOwnLiquidity: boolean;
  /** All possible victims, and what they say together. */
  victims: readonly Victim<S>[];
  view: View<S>;
}

/** What some of the possible victims say. */
interface View<S extends Swap> {
  /** Those who lost something, or may have; where there are none, all. */
  around: readonly Victim<S>[];
  harmed: number;
  grounds: Grounds;
}

export function findingsOf<S extends Swap>(
  candidate: Candidate<S>,
  surroundings: Surroundings<S>,
): Findings<S> {
  const { window, thresholds, records } = surroundings;
  const possible = victimsOf(candidate, thresholds);
  const harm = harmOf(candidate, possible, window);
  const { slot } = candidate.fronts[0]!;
  const victims: Victim<S>[] = [];
  for (let at = 0; at < possible.length; at += 1)
    victims.push(victimOf(possible[at]!, harm.losses[at], slot, window));
  const hasOwnRecord = isOwnRecord(candidate);
  const traits = {
    standing: hasOwnRecord ? standingOf(candidate, records) : null,
    hasOwnRecord,
    hasOwnLiquidity: isLiquidityMovedAround(candidate, possible, window),
  };
  return {
    harm,
    lookAlike: lookAlikeOf(candidate, possible, window),
    ...traits,
    victims,
    view: viewOf(candidate, victims, traits, surroundings),
  };
}

/**
 * Whether it counts with all its possible victims, apart from innocent explanations: then its legs are no victims of
 * others. Does not depend on which victims other candidates leave to it, so nothing rests on itself.
 */
export function passes<S extends Swap>({ view }: Findings<S>, { thresholds }: Surroundings<S>): boolean {
  return basisOf(view.grounds, thresholds) !== null;
}

function viewOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  traits: Pick<Findings<S>, 'standing' | 'hasOwnLiquidity'>,
  surroundings: Surroundings<S>,
): View<S> {
  const { window, thresholds } = surroundings;
  const harmed = victims.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n);
  const around = harmed.length > 0 ? harmed : victims;
  const { link, isMatched, isExact, fits, money, firstSlot, lastSlot } = candidate;
  const evidence = evidenceOf(candidate, around, window, traits, thresholds);
  const isUsedUp = isLimitUsedUp(around, thresholds);
  const lotSharers = once(() => lotSharersOf(candidate, window));
  const grounds = {
    isMatched,
    isExact,
    isInOnePool: !candidate.isCrossPool,
    fits,
    link,
    span: lastSlot - firstSlot,
    isProfit: money.isProfit,
    intent: intentOf(evidence, around, { isExact, isLimitUsedUp: isUsedUp }),
    evidence,
    standing: traits.standing,
    isAimed: isAimed(candidate, around, window, {
      lotSharers,
      aimUsed: thresholds.aimUsed,
      aimChance: thresholds.aimChance,
    }),
    isLimitUsedUp: isUsedUp,
    resemblance: once(() => resemblanceOf(candidate, around, evidence, surroundings, lotSharers)),
    isOnlyPaidFor: link === 'same_signer' && !candidate.attackers.includes(candidate.linkAddress),
  };
  return { around, harmed: harmed.length, grounds };
}

/** Computes a value when it is first asked for. */
function once<T>(compute: () => T): () => T {
  let known: { value: T } | null = null;
  return () => {
    known ??= { value: compute() };
    return known.value;
  };
}

/** Turns a chosen candidate into a sandwich, with the victims that are not legs of passing ones. */
export function assemble<S extends Swap>(
  candidate: Candidate<S>,
  findings: Findings<S>,
  surroundings: Surroundings<S>,
  claims: PassingLegs<S>,
): Sandwich<S> {
  const { harm, lookAlike, victims: all } = findings;
  const possible = candidate.victims ?? [];
  const free = all.filter((_, at) => !claims.isPassing(possible[at]!));
  const isWhole = free.length === all.length || free.length === 0;
  const { around, harmed, grounds } = isWhole
    ? findings.view
    : viewOf(candidate, free, findings, surroundings);
  const harmedVictims = free.length === 0 ? 0 : harmed;
  const judge = (by: Grounds): Verdict => judgementOf(by, lookAlike, harmedVictims, surroundings.thresholds);
  const verdict = judge(grounds);
  const verdicts = verdictsOf(findings, { around, grounds, verdict, judge });
  const { reason } = verdict;
  const victims = reason === null ? around : free.length > 0 ? free : all;
  const first = candidate.fronts[0]!;
  const { programId, dexName, mintIn, mintOut } = first.swap;
  return {
    id: positionId(first.swap),
    pool: first.pool.address,
    backPool: (candidate.backs.find(({ pool }) => pool !== first.pool) ?? first).pool.address,
    programId,
    dexName,
    mintIn,
    mintOut,
    fronts: swapsOf(candidate.fronts),
    backs: swapsOf(candidate.backs),
    victims,
    attempts: reason === null ? attemptsOf(candidate, victims, surroundings.window) : [],
    ...verdict,
    link: candidate.link,
    linkAddress: candidate.linkAddress,
    attackers: candidate.attackers,
    quantityRatio: candidate.quantityRatio,
    gainMint: candidate.gainMint,
    gross: candidate.money.gross,
    net: candidate.money.net,
    costLamports: candidate.money.costLamports,
    evidence: grounds.evidence,
    verdicts,
    isPassing: passes(findings, surroundings),
    isAimed: grounds.isAimed,
    replayResidual: harm.residual,
    firstSlot: candidate.firstSlot,
    lastSlot: candidate.lastSlot,
  };
}

/** The verdicts by what the record might say; the one that it did say is already known. */
function verdictsOf<S extends Swap>(
  { standing, hasOwnRecord }: Findings<S>,
  known: {
    around: readonly Victim<S>[];
    grounds: Grounds;
    verdict: Verdict;
    judge(grounds: Grounds): Verdict;
  },
): Verdicts {
  const { around, grounds, verdict, judge } = known;
  const by = (other: Standing): Verdict =>
    other === standing ? verdict : judge(groundsBy(grounds, other, around));
  return {
    unknown: by(null),
    knownBot: hasOwnRecord ? by('known_bot') : null,
    scalper: hasOwnRecord ? by('scalper') : null,
  };
}

/** The same grounds with another record of the actor. */
function groundsBy(grounds: Grounds, standing: Standing, around: readonly Victim[]): Grounds {
  const evidence = evidenceBy(grounds.evidence, standing);
  return { ...grounds, standing, evidence, intent: intentOf(evidence, around, grounds) };
}

function victimOf<S extends Swap>(
  { swap, order }: Placed<S>,
  loss: Loss | null | undefined,
  frontSlot: number,
  window: Window<S>,
): Victim<S> {
  if (loss === null || loss === undefined)
    return { swap, lossAmount: null, lossMethod: null, slippageUse: null, limitAge: null };
  const { amount, method, clean } = loss;
  const isLimited = swap.limit !== null || swap.routeLimit !== null;
  const used =
    isLimited && clean !== null ? slippageUseOf(swap, clean, window.transactionOf(order), frontSlot) : null;
  return {
    swap,
    lossAmount: reachingTrader(amount, swap),
    lossMethod: method,
    slippageUse: used?.use ?? null,
    limitAge: used?.age ?? null,
  };
}

/**
 * What of an amount of the pool's side reaches the trader. Fees that a pool pays to others, such as those of a sale on
 * Pump.fun, take their share of what it would have paid, too.
 */
function reachingTrader(amount: bigint, { poolOut, traderOut }: Swap): bigint {
  return traderOut > 0n && traderOut < poolOut ? (amount * traderOut) / poolOut : amount;
}
