import type { Swap } from '@tickscope/dex';
import type { Bracket, Victim } from './bracket.js';

/** Rule 7: a victim counts at ±`window` slots when every leg lies within so many slots of it. */
export function victimsAtWindow<S extends Swap>(
  { victims, firstSlot, lastSlot }: Pick<Bracket<S>, 'victims' | 'firstSlot' | 'lastSlot'>,
  window: number,
): Victim<S>[] {
  return victims.filter(({ swap }) => swap.slot - firstSlot <= window && lastSlot - swap.slot <= window);
}
