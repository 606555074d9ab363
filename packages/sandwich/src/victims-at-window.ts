import type { Swap } from '@tickscope/dex';
import type { Sandwich, Victim } from './sandwich.js';

/** Rule 7: a victim in a slot counts at ±`window` slots when every leg lies within so many slots of it. */
export function countsAtWindow(
  slot: number,
  { firstSlot, lastSlot }: { firstSlot: number; lastSlot: number },
  window: number,
): boolean {
  return slot - firstSlot <= window && lastSlot - slot <= window;
}

/** The victims of a sandwich that count at a window. */
export function victimsAtWindow<S extends Swap>(
  sandwich: Pick<Sandwich<S>, 'victims' | 'firstSlot' | 'lastSlot'>,
  window: number,
): Victim<S>[] {
  return sandwich.victims.filter(({ swap }) => countsAtWindow(swap.slot, sandwich, window));
}
