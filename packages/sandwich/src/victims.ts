import type { Swap } from '@tickscope/dex';
import type { Candidate } from './candidate.js';
import type { Leg } from './leg.js';
import type { Thresholds } from './options.js';
import { isSameTransaction } from './position.js';

const MILLION = 1_000_000n;

/** Rule 4, but for legs of other brackets: the others' swaps of the front's way between the legs, none left out. */
export function victimsOf<S extends Swap>(
  candidate: Candidate<S>,
  { victimShare }: Thresholds,
): readonly Leg<S>[] {
  if (candidate.victims !== null) return candidate.victims;
  const first = candidate.fronts[0]!;
  const { way } = first;
  const { window } = first.pool;
  const size = candidate.fronts.reduce((sum, { swap }) => sum + swap.traderIn, 0n);
  const least = (size * BigInt(Math.round(victimShare * 1e6)) + MILLION - 1n) / MILLION;
  const victims: Leg<S>[] = [];
  const inside = window.legsBetween(first, candidate.backs[candidate.backs.length - 1]!);
  for (let at = 1; at < inside.length; at += 1) {
    const leg = inside[at]!;
    if (leg.way !== way || leg.swap.traderIn < least || isOfEntity(leg.swap, candidate)) continue;
    if (!undoesItself(leg, inside, at)) victims.push(leg);
  }
  candidate.victims = victims;
  return victims;
}

function isOfEntity(swap: Swap, { entity, link, linkAddress }: Candidate<Swap>): boolean {
  if (entity.has(swap.trader) || (swap.feePayer !== swap.trader && entity.has(swap.feePayer))) return true;
  if (link === 'private_program') return swap.outerProgramId === linkAddress;
  return link === 'token_account' && swap.destination.account === linkAddress;
}

/** Trades back in the same transaction: arbitrage, nobody's victim. Most legs stand alone, which their neighbours tell. */
function undoesItself<S extends Swap>(leg: Leg<S>, inside: readonly Leg<S>[], at: number): boolean {
  const { pool, way } = leg;
  const { window } = pool;
  let before: Leg<S> | null = inside[at - 1]!;
  for (; before !== null && isSameTransaction(before.swap, leg.swap); before = window.previous(before))
    if (before.way !== way) return true;
  for (let next = at + 1; next < inside.length; next += 1) {
    if (!isSameTransaction(inside[next]!.swap, leg.swap)) return false;
    if (inside[next]!.way !== way) return true;
  }
  // The rest of its transaction comes after the bracket: one across pools, others end with a leg of the other way.
  const after = window.legsBetween(leg, window.legOf(pool.last));
  return after.some((other) => other.way !== way && isSameTransaction(other.swap, leg.swap));
}
