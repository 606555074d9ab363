import type { Swap } from '@tickscope/dex';
import { judgementOf } from '../definition/confidence.js';
import type { BotHistory } from '../definition/rule-2-known-bots.js';
import { isOfKnownBot } from '../definition/rule-2-quantity.js';
import { victimsOf } from '../definition/rule-4-victims.js';
import { type Harm, harmOf, type Loss } from '../definition/rule-5-harm.js';
import { lookAlikeOf } from '../definition/rule-6-look-alikes.js';
import { attemptsOf } from '../definition/rule-8-attempts.js';
import { evidenceOf, intentOf } from '../definition/rule-10-intent.js';
import { slippageUseOf } from '../definition/rule-10-slippage.js';
import type { Thresholds } from '../options.js';
import { positionId } from '../position.js';
import type { Sandwich, SuspicionReason, Victim } from '../sandwich.js';
import type { Candidate } from './candidate.js';
import { type Placed, swapsOf } from './leg.js';
import type { Window } from './window.js';

/** Knows which swaps are legs of sandwiches that pass rules 1 to 3: those are not victims of others. */
export interface PassingLegs<S extends Swap> {
  isPassing(victim: Placed<S>): boolean;
}

/** What a candidate is judged by. */
export interface Surroundings<S extends Swap> {
  window: Window<S>;
  thresholds: Thresholds;
  bots: BotHistory;
}

/** Harm, innocent explanation and record of a candidate, computed once. */
export interface Findings {
  harm: Harm;
  lookAlike: SuspicionReason | null;
  /** Whether its entity was a known bot. */
  isKnownBot: boolean;
}

export function findingsOf<S extends Swap>(
  candidate: Candidate<S>,
  { window, thresholds, bots }: Surroundings<S>,
): Findings {
  const victims = victimsOf(candidate, thresholds);
  return {
    harm: harmOf(candidate, victims, window),
    lookAlike: lookAlikeOf(candidate, victims, window),
    isKnownBot: isOfKnownBot(candidate, bots),
  };
}

/** Turns a chosen candidate into a sandwich, by rules 4 to 6 and 8. */
export function assemble<S extends Swap>(
  candidate: Candidate<S>,
  { harm, lookAlike, isKnownBot }: Findings,
  window: Window<S>,
  claims: PassingLegs<S>,
): Sandwich<S> {
  const possible = candidate.victims ?? [];
  const describe = (at: number): Victim<S> =>
    victimOf(possible[at]!, harm.losses[at], candidate.fronts[0]!.slot, window);
  const free: Victim<S>[] = [];
  for (let at = 0; at < possible.length; at += 1)
    if (!claims.isPassing(possible[at]!)) free.push(describe(at));
  const harmed = free.filter(({ lossAmount }) => lossAmount === null || lossAmount > 0n);
  const { confidence, reason } = judgementOf(candidate, lookAlike, harmed.length);
  const victims = reason === null ? harmed : free.length > 0 ? free : possible.map((_, at) => describe(at));
  const evidence = evidenceOf(candidate, victims, window, isKnownBot);
  const first = candidate.fronts[0]!;
  const { programId, dexName, mintIn, mintOut } = first.swap;
  return {
    id: positionId(first.swap),
    pool: first.pool.address,
    backPool: candidate.backs[0]!.pool.address,
    programId,
    dexName,
    mintIn,
    mintOut,
    fronts: swapsOf(candidate.fronts),
    backs: swapsOf(candidate.backs),
    victims,
    attempts: reason === null ? attemptsOf(candidate, victims, window) : [],
    confidence,
    reason,
    link: candidate.link,
    linkAddress: candidate.linkAddress,
    basis: candidate.basis,
    attackers: candidate.attackers,
    quantityRatio: candidate.quantityRatio,
    gross: candidate.money.gross,
    net: candidate.money.net,
    costLamports: candidate.money.costLamports,
    intent: intentOf(evidence, victims, candidate.isExact),
    evidence,
    replayResidual: harm.residual,
    firstSlot: candidate.firstSlot,
    lastSlot: candidate.lastSlot,
  };
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
    lossAmount: amount,
    lossMethod: method,
    slippageUse: used?.use ?? null,
    limitAge: used?.age ?? null,
  };
}
