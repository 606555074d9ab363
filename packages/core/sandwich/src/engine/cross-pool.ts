import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import { earlierOf, type Leg, Role } from '../model/leg.js';
import type { Thresholds } from '../model/options.js';
import type { Window } from '../model/window.js';
import { isWithin } from '../rules/rule-2-quantity.js';
import type { LegChoice } from '../rules/rules-1-to-3.js';

/** How many of an address's swaps are examined. */
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
    const between = earlierOf(last, leg.direction) - earlierOf(leg, leg.direction);
    if (between <= 0) continue;
    const linked = { leg, kind: 'same_signer' as const, address: swap.trader };
    choices.push({ fronts: [linked], backs: [back], interleaved: 0, between });
  }
  return choices;
}

/**
 * Finds tokens bought in one pool of which a part was sold there and the rest in other pools. Again only the plainest
 * case: one wallet that signed everything, one buy, and parts that add up to it exactly. Of a sale elsewhere, nothing
 * else in that pool may be a side, so that no leg serves two sandwiches.
 */
export function partlyElsewhere<S extends Swap>(
  last: Leg<S>,
  window: Window<S>,
  { exactQuantity }: Thresholds,
): LegChoice<S>[] {
  const { lists } = window;
  const { mintIn, mintOut } = last.swap;
  const parts = [last];
  let sold = last.swap.traderIn;
  let row = lists.before(last.order);
  for (let read = 0; row !== 0 && read < LEGS_READ; row = lists.before(row), read += 1) {
    const leg = window.legOf(row);
    const { swap } = leg;
    if (swap.mintIn === mintIn && swap.mintOut === mintOut) {
      parts.unshift(leg);
      sold += swap.traderIn;
      continue;
    }
    if (swap.mintIn !== mintOut || swap.mintOut !== mintIn) continue;
    const elsewhere = parts.filter(({ pool }) => pool !== leg.pool);
    if (elsewhere.length === 0 || elsewhere.length === parts.length) return [];
    const isPlain = [leg, ...parts].every(({ order }) => (lists.roles(order) & Role.SIGNER) !== 0);
    if (!isPlain || !isWithin(sold, swap.traderOut, exactQuantity)) return [];
    if (!elsewhere.every((part) => isSaleAlone(part, window))) return [];
    const between = earlierOf(window.legOf(leg.pool.last), leg.direction) - earlierOf(leg, leg.direction);
    if (between <= 0) return [];
    const linked = { leg, kind: 'same_signer' as const, address: swap.trader };
    return [{ fronts: [linked], backs: parts, interleaved: 0, between }];
  }
  return [];
}

/** Whether a candidate's wallet traded back in another pool between its legs. For a candidate of the newest block. */
export function isSoldElsewhere<S extends Swap>(
  { fronts, backs }: Pick<Candidate<S>, 'fronts' | 'backs'>,
  window: Window<S>,
  { exactQuantity }: Thresholds,
): boolean {
  const { lists } = window;
  const front = fronts[0]!;
  let row = lists.before(backs[backs.length - 1]!.order);
  for (let read = 0; row > front.order && read < LEGS_READ; row = lists.before(row), read += 1) {
    if (lists.pool(row) === front.pool.id) continue;
    const { mintIn, mintOut, traderIn } = window.legOf(row).swap;
    if (mintIn !== front.swap.mintOut || mintOut !== front.swap.mintIn) continue;
    // Tokens that it had bought there in the meantime are another sandwich's: of two pools that one trade is split over.
    const bought = lists.opposite(row);
    const isItsOwn =
      bought !== 0 &&
      window.legOf(bought).slot >= front.slot &&
      isWithin(traderIn, window.legOf(bought).swap.traderOut, exactQuantity);
    if (!isItsOwn) return true;
  }
  return false;
}

/** Whether nothing of its wallet in its pool went the other way, and the pool is known to be one. */
function isSaleAlone<S extends Swap>(part: Leg<S>, window: Window<S>): boolean {
  return window.lists.opposite(part.order) === 0 && (!part.swap.inferred || window.hadSwapBefore(part));
}
