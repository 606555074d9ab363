import type { Swap } from '@tickscope/dex';
import type { LegChoice } from './candidate.js';
import { type Membership, Role } from './leg.js';
import type { Settings } from './options.js';
import { earlierOf } from './window.js';

/** Of an address's legs so many are looked at. */
const LEGS_READ = 8;

/**
 * Bought in one pool, sold in another: only the plainest, one leg each with amounts that match exactly and one wallet
 * that signed both. Never counted.
 */
export function crossPoolChoices<S extends Swap>(
  back: Membership<S>,
  { maxSpan, thresholds }: Settings,
): LegChoice<S>[] {
  const { swap, slot, pool } = back.leg;
  const sold = Number(swap.traderIn);
  const choices: LegChoice<S>[] = [];
  let front = back.before;
  for (let read = 0; front !== null && read < LEGS_READ; front = front.before, read += 1) {
    const { leg } = front;
    if (slot - leg.slot > maxSpan) break;
    if (leg.pool === pool || (front.roles & Role.SIGNER) === 0) continue;
    if (leg.swap.mintOut !== swap.mintIn || leg.swap.mintIn !== swap.mintOut) continue;
    if (Math.abs(sold / Number(leg.swap.traderOut) - 1) > thresholds.exactQuantity) continue;
    const last = leg.pool.legs[leg.pool.legs.length - 1]!;
    const between = earlierOf(last, leg.way) - earlierOf(leg, leg.way);
    if (between <= 0) continue;
    const linked = { leg, kind: 'same_signer' as const, address: back.key };
    choices.push({ fronts: [linked], backs: [back.leg], interleaved: 0, between });
  }
  return choices;
}
