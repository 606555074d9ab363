import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import { Claim, type Leg, type Placed } from '../model/leg.js';
import { type DetectorOptions, readSettings } from '../model/options.js';
import { priorSandwich } from '../model/prior-sandwich.js';
import type { BlockTrades, Sandwich } from '../model/sandwich.js';
import type { LinkedLegs } from '../rules/rule-1-linked-legs.js';
import { PayerHistory } from '../rules/rule-1-payers.js';
import { victimsOf } from '../rules/rule-4-victims.js';
import { compareClaims } from '../rules/rule-7-claims.js';
import { ActorRecords } from '../rules/rule-11-records.js';
import { assemble } from './assemble.js';
import { CandidateSource } from './candidate-source.js';
import { SHORTEST_FITS } from './choose-legs.js';
import { Claims, isPassing, knownFindings } from './choose-sandwiches.js';

/** Limit on swaps examined for victims, shortest sandwiches first. Bounds the time for any input. */
const MOST_LOOKED_AT = 50_000_000;

/**
 * The second pass of a wide window: sandwiches of up to 2 × `window` slots among the legs that the first pass left. At
 * such spans only a known bot's sandwich can count, and only counted ones are returned.
 *
 * A wider window keeps everything that a narrower one found: sandwiches claim their legs strictly by span, and none
 * depends on longer ones.
 */
export function wideSandwiches<S extends Swap>(
  blocks: readonly BlockTrades<S>[],
  found: readonly Sandwich<S>[],
  window: number,
  options: DetectorOptions,
): Sandwich<S>[] {
  const settings = readSettings({ ...options, maxSpan: 2 * window });
  const prior = [...(options.prior ?? []), ...found.map(priorSandwich)];
  const records = new ActorRecords(settings, prior, options.records);
  const held = new Map<S, number>();
  for (const { fronts, backs, isPassing } of found) {
    const claims = isPassing ? Claim.PASSING : 0;
    for (const swap of fronts) held.set(swap, claims | Claim.FRONT);
    for (const swap of backs) held.set(swap, claims | Claim.BACK);
  }
  const source = new CandidateSource<S>({
    settings,
    payers: new PayerHistory(settings.thresholds.relayerAuthorities, options.payers ?? []),
    claimsOf: (swap) => held.get(swap) ?? 0,
    limits: SHORTEST_FITS,
    select: (back, linked) => ofBots(back, linked, records),
  });
  const candidates = blocks.flatMap((block) =>
    source.take(block).inPool.filter(({ isMatched, isExact }) => isMatched || isExact),
  );
  candidates.sort((a, b) => spanOf(a) - spanOf(b) || compareClaims(a, b));
  const context = { window: source.window, thresholds: settings.thresholds, records };
  const claims = new Claims(source.window);
  let looked = 0;
  const chosen = candidates.filter((candidate) => {
    looked += candidate.between;
    if (looked > MOST_LOOKED_AT) return false;
    if (!claims.areFree(candidate) || victimsOf(candidate, settings.thresholds).length === 0) return false;
    claims.take(candidate, isPassing(candidate, context));
    return true;
  });
  const passedAt = new Map<number, number>();
  for (const candidate of chosen.filter((one) => isPassing(one, context)))
    for (const leg of [...candidate.fronts, ...candidate.backs])
      passedAt.set(leg.order, Math.min(passedAt.get(leg.order) ?? Infinity, spanOf(candidate)));
  return chosen.flatMap((candidate) => {
    const findings = knownFindings(candidate, context);
    const passing = {
      isPassing: ({ order }: Placed<S>): boolean =>
        (source.window.claimsOf(order) & Claim.PASSING) !== 0 ||
        (passedAt.get(order) ?? Infinity) <= spanOf(candidate),
    };
    const sandwich = assemble(candidate, findings, context, passing);
    return sandwich.reason === null ? [sandwich] : [];
  });
}

function spanOf<S extends Swap>({ firstSlot, lastSlot }: Candidate<S>): number {
  return lastSlot - firstSlot;
}

/** The unclaimed legs of entities that were known bots at some time. */
function ofBots<S extends Swap>(back: Leg<S>, linked: LinkedLegs<S>, records: ActorRecords): LinkedLegs<S> {
  const fronts = linked.fronts.filter(
    ({ leg, address }) =>
      leg.claims === 0 &&
      (records.hasTrips(address) ||
        records.hasTrips(leg.swap.trader) ||
        records.hasTrips(back.swap.trader) ||
        records.hasTrips(leg.swap.outerProgramId)),
  );
  if (back.claims !== 0) return { fronts: [], siblings: [] };
  // Siblings linked through a front would also come with fronts further away.
  return { fronts, siblings: linked.siblings.filter(({ leg, isOwn }) => isOwn && leg.claims === 0) };
}
