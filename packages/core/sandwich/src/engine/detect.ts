import type { Swap } from '@tickscope/dex';
import { type DetectorOptions, LIVE_WINDOW, MAX_WINDOW } from '../model/options.js';
import { compareInstructions } from '../model/position.js';
import type { BlockTrades, Sandwich } from '../model/sandwich.js';
import { victimsAtWindow } from '../rules/rule-7-window.js';
import { createSandwichDetector } from './detector.js';
import { wideSandwiches } from './wide-window.js';

export interface DetectOptions extends Omit<DetectorOptions, 'resumeAt'> {
  /**
   * Return only sandwiches with a victim that counts at ±`window` slots, 0 to 1,000. Beyond 10, a second pass looks for
   * longer sandwiches among the legs that the first pass left, and holds all blocks in memory.
   */
  window?: number;
}

/**
 * Detects the sandwiches of a range of blocks, ordered by first front position. The result equals that of the streaming
 * detector after all blocks are pushed and everything is final.
 *
 * @throws RangeError for blocks out of order or invalid options
 *
 * @example
 * ```ts
 * import { extractBlockTrades } from '@tickscope/dex';
 * import { detectSandwiches } from '@tickscope/sandwich';
 * import { tradedBlock } from '@tickscope/testkit/traded-block';
 *
 * // A pool of 1,000,000 A and 1,000,000,000 B, without a fee.
 * const block = tradedBlock(100, [
 *   { does: 'swap', trader: 'attacker', from: 'A', paid: 10_000n, got: 9_900_990n },
 *   { does: 'swap', trader: 'victim', from: 'A', paid: 5_000n, got: 4_877_335n },
 *   { does: 'swap', trader: 'attacker', from: 'B', paid: 9_900_990n, got: 10_098n },
 * ]);
 * const [sandwich] = detectSandwiches([extractBlockTrades(block)]);
 * [sandwich!.confidence, sandwich!.gross]; // => ['exact', 98n]
 * // Without the front 4,975,124 B for the same 5,000 A: some 97,789 more. Replayed from the three swaps alone.
 * Math.round(Number(sandwich!.victims[0]!.lossAmount) / 1_000); // => 98
 * ```
 */
export function detectSandwiches<S extends Swap = Swap>(
  blocks: Iterable<BlockTrades<S>>,
  options: DetectOptions = {},
): Sandwich<S>[] {
  const { window, ...detectorOptions } = options;
  if (window !== undefined && !(Number.isInteger(window) && window >= 0 && window <= MAX_WINDOW))
    throw new RangeError(`window must be an integer from 0 to ${MAX_WINDOW}, not ${window}`);
  const isWide = window !== undefined && window > LIVE_WINDOW;
  const kept: BlockTrades<S>[] = [];
  const sandwiches: Sandwich<S>[] = [];
  const detector = createSandwichDetector<S>(detectorOptions);
  for (const block of blocks) {
    if (isWide) kept.push(block);
    for (const { kind, sandwich } of detector.push(block)) if (kind === 'final') sandwiches.push(sandwich);
  }
  for (const { sandwich } of detector.flush()) sandwiches.push(sandwich);
  if (isWide) sandwiches.push(...wideSandwiches(kept, sandwiches, window, detectorOptions));
  const counted =
    window === undefined
      ? sandwiches
      : sandwiches.filter((sandwich) => victimsAtWindow(sandwich, window).length > 0);
  return counted.sort((a, b) => compareInstructions(a.fronts[0]!, b.fronts[0]!));
}
