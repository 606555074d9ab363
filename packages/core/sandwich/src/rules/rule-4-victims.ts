import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../model/candidate.js';
import type { Leg, Passage, Passages, Placed, SwapDirection } from '../model/leg.js';
import type { Thresholds } from '../model/options.js';
import { isSameTransaction } from '../model/position.js';

const MILLION = 1_000_000n;

/** Rule 4 before removing legs of other sandwiches: all swaps of others between the legs in the front's direction. */
export function victimsOf<S extends Swap>(
  candidate: Candidate<S>,
  { victimShare }: Thresholds,
): readonly Placed<S>[] {
  if (candidate.victims !== null) return candidate.victims;
  const first = candidate.fronts[0]!;
  const { direction } = first;
  const { window } = first.pool;
  const size = candidate.fronts.reduce((sum, { swap }) => sum + swap.traderIn, 0n);
  const least = (size * BigInt(Math.round(victimShare * 1e6)) + MILLION - 1n) / MILLION;
  const victims: Placed<S>[] = [];
  const inside = window.between(first, candidate.backs[candidate.backs.length - 1]!);
  const { swaps, directions, rows } = inside;
  for (let at = 1; at < swaps.length; at += 1) {
    const swap = swaps[at]!;
    if (directions[at] !== direction || swap.traderIn < least || isOfEntity(swap, candidate)) continue;
    if (!undoesItself(inside, at, window)) victims.push({ swap, order: rows[at]! });
  }
  candidate.victims = victims;
  return victims;
}

function isOfEntity(swap: Swap, { entity, link, linkAddress }: Candidate<Swap>): boolean {
  if (entity.has(swap.trader) || (swap.feePayer !== swap.trader && entity.has(swap.feePayer))) return true;
  if (link === 'private_program') return swap.outerProgramId === linkAddress;
  return link === 'token_account' && swap.destination.account === linkAddress;
}

/**
 * Whether its transaction also trades back, so that it is arbitrage and not a victim. Checks neighbours first: most
 * stand alone.
 */
function undoesItself<S extends Swap>(inside: Passage<S>, at: number, window: Passages<S>): boolean {
  const { swaps, directions, rows } = inside;
  const swap = swaps[at]!;
  const direction = directions[at]!;
  let before = at - 1;
  for (; before >= 0 && isSameTransaction(swaps[before]!, swap); before -= 1)
    if (directions[before] !== direction) return true;
  if (before < 0 && wentBack(window.previous(window.legOf(rows[0]!)), swap, direction, window)) return true;
  for (let next = at + 1; next < swaps.length; next += 1) {
    if (!isSameTransaction(swaps[next]!, swap)) return false;
    if (directions[next] !== direction) return true;
  }
  // The rest of its transaction may follow the last leg: in a cross-pool sandwich only, others end with the opposite
  // direction.
  const leg = window.legOf(rows[at]!);
  const after = window.between(leg, window.legOf(leg.pool.last));
  return after.swaps.some(
    (other, place) => after.directions[place] !== direction && isSameTransaction(other, swap),
  );
}

/** Whether, from `last` backwards, the swap's transaction traded in the other direction. */
function wentBack<S extends Swap>(
  last: Leg<S> | null,
  swap: S,
  direction: SwapDirection,
  window: Passages<S>,
): boolean {
  for (let leg = last; leg !== null && isSameTransaction(leg.swap, swap); leg = window.previous(leg))
    if (leg.direction !== direction) return true;
  return false;
}
