import type { Swap } from '@tickscope/dex';
import type { Sandwich, Victim } from '../sandwich.js';

/** Rule 7: a victim counts at ±`window` slots if every leg lies within that distance of its slot. */
export function countsAtWindow(
  slot: number,
  { firstSlot, lastSlot }: { firstSlot: number; lastSlot: number },
  window: number,
): boolean {
  return slot - firstSlot <= window && lastSlot - slot <= window;
}

/** Returns the victims of a sandwich that count at a window. */
export function victimsAtWindow<S extends Swap>(
  sandwich: Pick<Sandwich<S>, 'victims' | 'firstSlot' | 'lastSlot'>,
  window: number,
): Victim<S>[] {
  return sandwich.victims.filter(({ swap }) => countsAtWindow(swap.slot, sandwich, window));
}
