import type { Account } from '../../account.js';
import type { Pool } from '../pool.js';
import type { Sandwich } from './sandwich.js';

interface Deed {
  time: number;
  pool: Pool;
  net: bigint;
}

export interface Reputation {
  add(sandwich: Sandwich, net: bigint): void;
  /** Rule 2 (c): at least three short sandwiches in a day, in at least two pools, with profit in sum. */
  isKnown(sandwich: Sandwich): boolean;
}

/** Slots per day at the chain clock's fastest; generated chains are shorter anyway. */
const DAY_SLOTS = 86_400;

/** A sandwich becomes final, and so counts for its entity, this many slots after its last leg. */
export const FINAL_AFTER_SLOTS = 20;

/** History of the attackers. Never looks ahead: sandwiches must be final by the front's slot. */
export function createReputation(): Reputation {
  const deeds = new WeakMap<Account, Deed[]>();
  return {
    add(sandwich, net) {
      const time = Math.max(...sandwich.backs.map(({ plan }) => plan.placed!.slot));
      for (const attacker of sandwich.attackers) {
        // Sandwiches older than a day never count again.
        const own = (deeds.get(attacker) ?? []).filter((deed) => deed.time >= time - 2 * DAY_SLOTS);
        own.push({ time, pool: sandwich.pool, net });
        deeds.set(attacker, own);
      }
    },
    isKnown(sandwich) {
      const front = Math.min(...sandwich.fronts.map(({ plan }) => plan.placed!.slot));
      return sandwich.attackers.some((attacker) => {
        const own = (deeds.get(attacker) ?? []).filter(
          ({ time }) => time + FINAL_AFTER_SLOTS <= front && time >= front - DAY_SLOTS,
        );
        const net = own.reduce((total, deed) => total + deed.net, 0n);
        return own.length >= 3 && new Set(own.map(({ pool }) => pool)).size >= 2 && net > 0n;
      });
    },
  };
}
