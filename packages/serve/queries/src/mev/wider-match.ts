import { positionKey } from '@tickscope/chain';
import type { VictimLeg } from './incidents.js';
import type { KnownSandwich } from './sandwich-evidence.js';

/**
 * The least window at which each transaction is a victim of a sandwich that counts, by position: every leg lies within that
 * many slots of it (Rule 7).
 */
export function leastWindows(
  victims: readonly VictimLeg[],
  evidence: ReadonlyMap<string, KnownSandwich>,
): Map<string, number> {
  const windows = new Map<string, number>();
  for (const victim of victims) {
    if (!evidence.has(victim.sandwichId)) continue;
    const { slot, firstSlot, lastSlot } = victim;
    const needed = Math.max(slot - firstSlot, lastSlot - slot);
    const key = positionKey(victim);
    windows.set(key, Math.min(needed, windows.get(key) ?? needed));
  }
  return windows;
}
