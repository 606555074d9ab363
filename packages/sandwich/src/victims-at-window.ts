import type { Swap } from '@tickscope/dex';
import type { Bracket, Victim } from './bracket.js';

/** Rule 7: a victim in a slot counts at ±`window` slots when every leg lies within so many slots of it. */
export function countsAtWindow(
  slot: number,
  { firstSlot, lastSlot }: { firstSlot: number; lastSlot: number },
  window: number,
): boolean {
  return slot - firstSlot <= window && lastSlot - slot <= window;
}

/** The victims of a bracket that count at a window. */
export function victimsAtWindow<S extends Swap>(
  bracket: Pick<Bracket<S>, 'victims' | 'firstSlot' | 'lastSlot'>,
  window: number,
): Victim<S>[] {
  return bracket.victims.filter(({ swap }) => countsAtWindow(swap.slot, bracket, window));
}
