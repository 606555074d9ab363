import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import type { Leg, Placed } from '../model/leg.js';
import type { Window } from '../model/window.js';
import { harmOf } from './rule-5-harm.js';
import { surroundingsOf } from './rule-6-look-alikes.js';
import { type CleanRates, isOfRoute } from './rule-10-slippage.js';

const NONE: CleanRates = new Map();

/**
 * The clean rates of the other hops of a victim's route, in pools where the candidate's entity traded before the victim as
 * well: a route is one trade, of which each of its pools gets the one use. Nothing is said of a hop whose loss is not known
 * by replay. As a candidate, it follows from the swaps up to its last leg.
 */
export function otherCleanRates<S extends Swap>(
  candidate: Candidate<S>,
  { swap, order }: Placed<S>,
  window: Window<S>,
): CleanRates {
  const { routeLimit, pool } = swap;
  if (routeLimit === null || window.transactionOf(order).length < 2) return NONE;
  const rates = new Map<Swap, number>();
  for (const hop of window.placedTransactionOf(order)) {
    if (hop.swap.pool === pool || !isOfRoute(hop.swap, routeLimit)) continue;
    const clean = cleanRateOf(candidate, hop, window);
    if (clean !== null && clean > 0 && Number.isFinite(clean)) rates.set(hop.swap, clean);
  }
  return rates;
}

/** Null where the entity did not trade before the hop in its direction, or where that is not known. */
function cleanRateOf<S extends Swap>(
  candidate: Candidate<S>,
  hop: Placed<S>,
  window: Window<S>,
): number | null {
  const { entity, backs, lastSlot } = candidate;
  const isOwn = ({ trader, feePayer }: Swap): boolean => entity.has(trader) || entity.has(feePayer);
  const { direction } = window.legOf(hop.order);
  const before = window.before(window.legOf(hop.order), surroundingsOf(candidate));
  const fronts: Leg<S>[] = [];
  for (let at = 0; at < before.swaps.length; at += 1) {
    if (!isOwn(before.swaps[at]!)) continue;
    // It closed what it had opened before.
    if (before.directions[at] !== direction) break;
    fronts.unshift(window.legOf(before.rows[at]!));
  }
  if (fronts.length === 0) return null;
  const last = backs[backs.length - 1]!;
  const inside = window.between(fronts[0]!, last);
  const own: Leg<S>[] = [];
  for (let at = 0; at < inside.rows.length; at += 1)
    if (inside.rows[at]! > hop.order && isOwn(inside.swaps[at]!)) own.push(window.legOf(inside.rows[at]!));
  return harmOf({ fronts, backs: [...own, last], lastSlot, entity }, [hop], window).losses[0]?.clean ?? null;
}
