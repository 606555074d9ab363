import type { Swap } from '@tickscope/dex';
import type { LinkedLegs } from '../definition/rule-1-linked-legs.js';
import { PayerHistory } from '../definition/rule-1-payers.js';
import { BotHistory } from '../definition/rule-2-known-bots.js';
import { victimsOf } from '../definition/rule-4-victims.js';
import { compareClaims } from '../definition/rule-7-claims.js';
import { type DetectorOptions, readSettings } from '../options.js';
import type { BlockTrades, Sandwich } from '../sandwich.js';
import { assemble, findingsOf } from './assemble.js';
import type { Candidate } from './candidate.js';
import { CandidateSource } from './candidate-source.js';
import { SHORTEST_FITS } from './choose-legs.js';
import { Claims } from './choose-sandwiches.js';
import { Claim, type Leg, type Placed } from './leg.js';
import { priorSandwich } from './prior.js';

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
  const times = new Map(blocks.map(({ slot, blockTime }) => [slot, blockTime]));
  const bots = new BotHistory(settings.thresholds, [
    ...(options.prior ?? []),
    ...found.map((sandwich) => priorSandwich(sandwich, times.get(sandwich.lastSlot) ?? null)),
  ]);
  const held = new Map<S, number>();
  for (const { fronts, backs, basis } of found) {
    const claims = basis === null ? 0 : Claim.PASSING;
    for (const swap of fronts) held.set(swap, claims | Claim.FRONT);
    for (const swap of backs) held.set(swap, claims | Claim.BACK);
  }
  const source = new CandidateSource<S>({
    settings,
    payers: new PayerHistory(settings.thresholds.relayerAuthorities, options.payers ?? []),
    bots,
    claimsOf: (swap) => held.get(swap) ?? 0,
    limits: SHORTEST_FITS,
    select: (back, linked) => ofBots(back, linked, bots),
  });
  const candidates = blocks.flatMap((block) =>
    source.take(block).inPool.filter(({ basis }) => basis !== null),
  );
  candidates.sort((a, b) => spanOf(a) - spanOf(b) || compareClaims(a, b));
  const surroundings = { window: source.window, thresholds: settings.thresholds, bots };
  const claims = new Claims(source.window);
  let looked = 0;
  const chosen = candidates.filter((candidate) => {
    looked += candidate.between;
    if (looked > MOST_LOOKED_AT) return false;
    if (!claims.areFree(candidate) || victimsOf(candidate, settings.thresholds).length === 0) return false;
    claims.take(candidate);
    return true;
  });
  const passedAt = new Map<number, number>();
  for (const candidate of chosen)
    for (const leg of [...candidate.fronts, ...candidate.backs])
      passedAt.set(leg.order, Math.min(passedAt.get(leg.order) ?? Infinity, spanOf(candidate)));
  return chosen.flatMap((candidate) => {
    const findings = findingsOf(candidate, surroundings);
    const passing = {
      isPassing: ({ order }: Placed<S>): boolean =>
        (source.window.claimsOf(order) & Claim.PASSING) !== 0 ||
        (passedAt.get(order) ?? Infinity) <= spanOf(candidate),
    };
    const sandwich = assemble(candidate, findings, source.window, passing);
    return sandwich.reason === null ? [sandwich] : [];
  });
}

function spanOf<S extends Swap>({ firstSlot, lastSlot }: Candidate<S>): number {
  return lastSlot - firstSlot;
}

/** The unclaimed legs of entities that were known bots at some time. */
function ofBots<S extends Swap>(back: Leg<S>, linked: LinkedLegs<S>, bots: BotHistory): LinkedLegs<S> {
  const fronts = linked.fronts.filter(
    ({ leg, address }) =>
      leg.claims === 0 &&
      (bots.hasDeeds(address) ||
        bots.hasDeeds(leg.swap.trader) ||
        bots.hasDeeds(back.swap.trader) ||
        bots.hasDeeds(leg.swap.outerProgramId)),
  );
  if (back.claims !== 0) return { fronts: [], siblings: [] };
  // Siblings linked through a front would also come with fronts further away.
  return { fronts, siblings: linked.siblings.filter(({ leg, isOwn }) => isOwn && leg.claims === 0) };
}
