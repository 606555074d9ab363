import type { Swap } from '@tickscope/dex';
import type { Candidate } from './candidate.js';
import type { Leg } from './leg.js';
import type { Thresholds } from './options.js';
import { isSameTransaction } from './position.js';
import { legAt } from './window.js';

const MILLION = 1_000_000n;

/** Rule 4, but for legs of other brackets: the others' swaps of the front's way between the legs, none left out. */
export function victimsOf<S extends Swap>(
  candidate: Candidate<S>,
  { victimShare }: Thresholds,
): readonly Leg<S>[] {
  if (candidate.victims !== null) return candidate.victims;
  const first = candidate.fronts[0]!;
  const { pool, way } = first;
  const size = candidate.fronts.reduce((sum, { swap }) => sum + swap.traderIn, 0n);
  const least = (size * BigInt(Math.round(victimShare * 1e6)) + MILLION - 1n) / MILLION;
  const victims: Leg<S>[] = [];
  for (let ordinal = first.ordinal + 1; ; ordinal += 1) {
    if (ordinal - pool.base >= pool.legs.length) break;
    const leg = legAt(pool, ordinal);
    if (leg.order > candidate.backs[candidate.backs.length - 1]!.order) break;
    if (leg.way !== way || leg.swap.traderIn < least) continue;
    if (isOfEntity(leg.swap, candidate) || undoesItself(leg)) continue;
    victims.push(leg);
  }
  candidate.victims = victims;
  return victims;
}

function isOfEntity(swap: Swap, { entity, link, linkAddress }: Candidate<Swap>): boolean {
  if (entity.has(swap.trader) || (swap.feePayer !== swap.trader && entity.has(swap.feePayer))) return true;
  if (link === 'private_program') return swap.outerProgramId === linkAddress;
  return link === 'token_account' && swap.destination.account === linkAddress;
}

/** Trades back in the same transaction: arbitrage, nobody's victim. */
function undoesItself<S extends Swap>(leg: Leg<S>): boolean {
  const { pool, ordinal, way } = leg;
  for (const step of [-1, 1])
    for (let at = ordinal + step - pool.base; at >= pool.left && at < pool.legs.length; at += step) {
      const other = pool.legs[at]!;
      if (!isSameTransaction(other.swap, leg.swap)) break;
      if (other.way !== way) return true;
    }
  return false;
}
