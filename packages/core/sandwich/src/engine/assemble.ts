import type { Swap } from '@tickscope/dex';
import type { ActorClass } from '../model/actor-record.js';
import type { Candidate, Findings, Loss, VerdictInputs, VictimEvidence } from '../model/candidate.js';
import { type Placed, swapsOf } from '../model/leg.js';
import { positionId } from '../model/position.js';
import type { Sandwich, Verdict, Verdicts, Victim } from '../model/sandwich.js';
import type { Window } from '../model/window.js';
import { judgementOf } from '../rules/confidence.js';
import type { JudgingContext } from '../rules/judging-context.js';
import { basisOf } from '../rules/rule-2-quantity.js';
import { victimsOf } from '../rules/rule-4-victims.js';
import { harmOf } from '../rules/rule-5-harm.js';
import { fixesAmountOut } from '../rules/rule-5-reserves.js';
import { innocenceOf, isLiquidityMovedAround } from '../rules/rule-6-look-alikes.js';
import { attemptsOf } from '../rules/rule-8-attempts.js';
import { evidenceBy, evidenceOf, intentOf, isLimitUsedUp } from '../rules/rule-10-intent.js';
import { lookAlikeOf, lotSharersOf } from '../rules/rule-10-look-alikes.js';
import { otherCleanRates } from '../rules/rule-10-routes.js';
import { keptShareOf, slippageUseOf } from '../rules/rule-10-slippage.js';
import { isAimed } from '../rules/rule-11-aim.js';
import { isOwnRecord, standingOf } from '../rules/rule-11-standing.js';

/** Knows which swaps are legs of passing sandwiches: those are not victims of others (Rule 4). */
export interface PassingLegs<S extends Swap> {
  isPassing(victim: Placed<S>): boolean;
}

export function findingsOf<S extends Swap>(candidate: Candidate<S>, context: JudgingContext<S>): Findings<S> {
  const { window, thresholds, records } = context;
  const possible = victimsOf(candidate, thresholds);
  const harm = harmOf(candidate, possible, window);
  const victims: Victim<S>[] = [];
  for (let at = 0; at < possible.length; at += 1)
    victims.push(victimOf(candidate, possible[at]!, harm.losses[at], window));
  const hasOwnRecord = isOwnRecord(candidate);
  const traits = {
    standing: hasOwnRecord ? standingOf(candidate, records) : null,
    hasOwnRecord,
    hasOwnLiquidity: isLiquidityMovedAround(candidate, possible, window),
  };
  return {
    harm,
    ...traits,
    victims,
    victimEvidence: victimEvidenceOf(candidate, victims, traits, context),
  };
}

/**
 * Whether it counts with all its possible victims, apart from innocent explanations: then its legs are no victims of
 * others. Does not depend on which victims other candidates leave to it, so nothing rests on itself.
 */
export function passes<S extends Swap>(
  { victimEvidence }: Findings<S>,
  { thresholds }: JudgingContext<S>,
): boolean {
  return basisOf(victimEvidence.inputs, thresholds) !== null;
}

function victimEvidenceOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Victim<S>[],
  traits: Pick<Findings<S>, 'standing' | 'hasOwnLiquidity'>,
  context: JudgingContext<S>,
): VictimEvidence<S> {
  const { window, thresholds } = context;
  const harmed = victims.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n);
  const around = harmed.length > 0 ? harmed : victims;
  const { link, isMatched, isExact, fits, money, firstSlot, lastSlot } = candidate;
  const evidence = evidenceOf(candidate, around, window, traits, thresholds);
  const isUsedUp = isLimitUsedUp(around, thresholds);
  const lotSharers = once(() => lotSharersOf(candidate, window));
  const inputs = {
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
    isAimed: isAimed(candidate, around, window, { lotSharers, thresholds }),
    isLimitUsedUp: isUsedUp,
    lookAlike: once(() => lookAlikeOf(candidate, around, evidence, context, lotSharers)),
    isOnlyPaidFor: link === 'same_signer' && !candidate.attackers.includes(candidate.linkAddress),
  };
  return {
    around,
    harmed: harmed.length,
    inputs,
    innocence: innocenceOf(candidate, around, context, evidence.signs),
  };
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
  context: JudgingContext<S>,
  claims: PassingLegs<S>,
): Sandwich<S> {
  const { harm, victims: all } = findings;
  const possible = candidate.victims ?? [];
  const free = all.filter((_, at) => !claims.isPassing(possible[at]!));
  const isWhole = free.length === all.length || free.length === 0;
  const { around, harmed, inputs, innocence } = isWhole
    ? findings.victimEvidence
    : victimEvidenceOf(candidate, free, findings, context);
  const harmedVictims = free.length === 0 ? 0 : harmed;
  const judge = (by: VerdictInputs): Verdict => judgementOf(by, innocence, harmedVictims, context.thresholds);
  const verdict = judge(inputs);
  const verdicts = verdictsOf(findings, { around, inputs, verdict, judge });
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
    attempts: reason === null ? attemptsOf(candidate, victims, context.window) : [],
    ...verdict,
    link: candidate.link,
    linkAddress: candidate.linkAddress,
    attackers: candidate.attackers,
    quantityRatio: candidate.quantityRatio,
    gainMint: candidate.gainMint,
    gross: candidate.money.gross,
    net: candidate.money.net,
    costLamports: candidate.money.costLamports,
    tips: candidate.money.tips.own,
    evidence: inputs.evidence,
    verdicts,
    isPassing: passes(findings, context),
    isAimed: inputs.isAimed,
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
    inputs: VerdictInputs;
    verdict: Verdict;
    judge(inputs: VerdictInputs): Verdict;
  },
): Verdicts {
  const { around, inputs, verdict, judge } = known;
  const by = (other: ActorClass): Verdict =>
    other === standing ? verdict : judge(inputsBy(inputs, other, around));
  return {
    unknown: by(null),
    knownBot: hasOwnRecord ? by('known_bot') : null,
    scalper: hasOwnRecord ? by('scalper') : null,
  };
}

/** The same inputs with another record of the actor. */
function inputsBy(inputs: VerdictInputs, standing: ActorClass, around: readonly Victim[]): VerdictInputs {
  const evidence = evidenceBy(inputs.evidence, standing);
  return { ...inputs, standing, evidence, intent: intentOf(evidence, around, inputs) };
}

function victimOf<S extends Swap>(
  candidate: Candidate<S>,
  placed: Placed<S>,
  loss: Loss | null | undefined,
  window: Window<S>,
): Victim<S> {
  const { swap, order } = placed;
  if (loss === null || loss === undefined)
    return { swap, lossAmount: null, lossMethod: null, lossSide: null, slippageUse: null, limitAge: null };
  const { amount, method, clean } = loss;
  const isLimited = swap.limit !== null || swap.routeLimit !== null;
  const used =
    isLimited && clean !== null
      ? slippageUseOf(
          swap,
          clean,
          window.transactionOf(order),
          candidate.fronts[0]!.slot,
          otherCleanRates(candidate, placed, window),
        )
      : null;
  const kept = swap.routeLimit === null ? 1 : keptShareOf(swap, window.transactionOf(order));
  return {
    swap,
    lossAmount: reachingTrader(amount, swap, kept),
    lossMethod: method,
    lossSide: fixesAmountOut(swap) ? 'paid' : 'received',
    slippageUse: used?.use ?? null,
    limitAge: used?.age ?? null,
  };
}

/**
 * Part of an amount of the pool's side that reaches the trader. Fees that a pool pays to others, such as those of a
 * sale on Pump.fun, take their share of what it would have paid, too, and so do those of the aggregator around it.
 *
 * @param kept the share that the aggregator left
 */
function reachingTrader(amount: bigint, { poolOut, traderOut }: Swap, kept: number): bigint {
  const ofPool = traderOut > 0n && traderOut < poolOut ? (amount * traderOut) / poolOut : amount;
  return kept === 1 ? ofPool : BigInt(Math.floor(Number(ofPool) * kept));
}
