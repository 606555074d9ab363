import type { Swap } from '@tickscope/dex';
import type { Thresholds } from '../options.js';
import type { LegChoice } from './candidate.js';
import { type Leg, Role } from './leg.js';
import { earlierOf, type Window } from './window.js';

/** How many of an address's legs are examined. */
const LEGS_READ = 8;

/**
 * Finds tokens bought in one pool and sold in another. Only the plainest case: one leg each, amounts that match
 * exactly, and one wallet that signed both. Never counted. An inferred swap whose pool has no other swap in the window
 * is no back: nothing shows yet that there is a pool. (A front's pool always has another one, the victim's.)
 */
export function crossPoolChoices<S extends Swap>(
  back: Leg<S>,
  window: Window<S>,
  { exactQuantity }: Thresholds,
): LegChoice<S>[] {
  const { lists } = window;
  const { swap, pool } = back;
  if (swap.inferred && !window.hadSwapBefore(back)) return [];
  const sold = Number(swap.traderIn);
  const choices: LegChoice<S>[] = [];
  let front = lists.before(back.order);
  for (let read = 0; front !== 0 && read < LEGS_READ; front = lists.before(front), read += 1) {
    if (lists.pool(front) === pool.id || (lists.roles(front) & Role.SIGNER) === 0) continue;
    const leg = window.legOf(front);
    if (leg.swap.mintOut !== swap.mintIn || leg.swap.mintIn !== swap.mintOut) continue;
    if (Math.abs(sold / Number(leg.swap.traderOut) - 1) > exactQuantity) continue;
    const last = window.legOf(leg.pool.last);
    const between = earlierOf(last, leg.way) - earlierOf(leg, leg.way);
    if (between <= 0) continue;
    const linked = { leg, kind: 'same_signer' as const, address: swap.trader };
    choices.push({ fronts: [linked], backs: [back], interleaved: 0, between });
  }
  return choices;
}
