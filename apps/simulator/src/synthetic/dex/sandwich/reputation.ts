import type { Account } from '../../account.js';
import type { Pool } from '../../plan.js';
import type { Judgement } from './judge.js';
import type { Sandwich } from './sandwich.js';

/** A round trip around victims. */
interface Trip {
  lastSlot: number;
  pool: Pool;
  isGain: boolean;
  isAimed: boolean;
}

export interface Reputation {
  add(sandwich: Sandwich, judgement: Judgement): void;
  /**
   * Rule 11: at least five round trips around victims in a day, in at least three pools, seven of ten with a gain, and
   * half of them aimed at a victim's limit.
   */
  isKnown(sandwich: Sandwich): boolean;
}

/** The record goes back 24 hours of 9,000 slots each; generated chains are shorter anyway. */
const DAY_SLOTS = 216_000;

/** A sandwich becomes final, and so counts for its entity, this many slots after its last leg. */
export const FINAL_AFTER_SLOTS = 20;

/** History of the attackers. Never looks ahead: sandwiches must be final by the front's slot. */
export function createReputation(): Reputation {
  const trips = new WeakMap<Account, Trip[]>();
  return {
    add(sandwich, { backIn, frontOut, lastSlot, isProfitable, isPushed, victims }) {
      const difference = backIn > frontOut ? backIn - frontOut : frontOut - backIn;
      if (difference * 100n > frontOut || victims.length === 0) return;
      for (const attacker of sandwich.attackers) {
        const own = (trips.get(attacker) ?? []).filter((trip) => trip.lastSlot >= lastSlot - 2 * DAY_SLOTS);
        own.push({ lastSlot, pool: sandwich.pool, isGain: isProfitable, isAimed: isPushed });
        trips.set(attacker, own);
      }
    },
    isKnown(sandwich) {
      const front = Math.min(...sandwich.fronts.map(({ plan }) => plan.placed!.slot));
      return sandwich.attackers.some((attacker) => {
        const own = (trips.get(attacker) ?? []).filter(
          ({ lastSlot }) => lastSlot + FINAL_AFTER_SLOTS <= front && lastSlot >= front - DAY_SLOTS,
        );
        const share = (is: (trip: Trip) => boolean): number => own.filter(is).length / own.length;
        return (
          own.length >= 5 &&
          new Set(own.map(({ pool }) => pool)).size >= 3 &&
          share(({ isGain }) => isGain) >= 0.7 &&
          share(({ isAimed }) => isAimed) >= 0.5
        );
      });
    },
  };
}
