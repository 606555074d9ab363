import type { Swap } from '@tickscope/dex';
import type { Sandwich, Victim } from '../model/sandwich.js';

/**
 * Rule 7: a victim counts at ±`window` slots if every leg lies within that distance of its slot.
 *
 * @example
 * ```ts
 * import { countsAtWindow } from '@tickscope/sandwich';
 *
 * countsAtWindow(102, { firstSlot: 100, lastSlot: 103 }, 2); // => true
 * countsAtWindow(102, { firstSlot: 100, lastSlot: 103 }, 1); // => false
 * ```
 */
export function countsAtWindow(
  slot: number,
  { firstSlot, lastSlot }: { firstSlot: number; lastSlot: number },
  window: number,
): boolean {
  return slot - firstSlot <= window && lastSlot - slot <= window;
}

/**
 * Returns the victims of a sandwich that count at a window.
 *
 * @example
 * ```ts
 * import { extractBlockTrades } from '@tickscope/dex';
 * import { detectSandwiches, victimsAtWindow } from '@tickscope/sandwich';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * const block = tradedBlock(100, [
 *   { does: 'swap', trader: 'attacker', from: 'A', paid: 10_000n, got: 9_900_990n },
 *   { does: 'swap', trader: 'victim', from: 'A', paid: 5_000n, got: 4_877_335n },
 *   { does: 'swap', trader: 'attacker', from: 'B', paid: 9_900_990n, got: 10_098n },
 * ]);
 * const [sandwich] = detectSandwiches([extractBlockTrades(block)]);
 * victimsAtWindow(sandwich!, 0).map(({ swap }) => swap.blockIndex); // => [1]
 * ```
 */
export function victimsAtWindow<S extends Swap>(
  sandwich: Pick<Sandwich<S>, 'victims' | 'firstSlot' | 'lastSlot'>,
  window: number,
): Victim<S>[] {
  return sandwich.victims.filter(({ swap }) => countsAtWindow(swap.slot, sandwich, window));
}
