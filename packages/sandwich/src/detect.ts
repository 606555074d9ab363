import type { Swap } from '@tickscope/dex';
import type { BlockTrades, Bracket } from './bracket.js';
import { createSandwichDetector } from './detector.js';
import { type DetectorOptions, LIVE_WINDOW, MAX_WINDOW } from './options.js';
import { comparePositions } from './position.js';
import { victimsAtWindow } from './victims-at-window.js';
import { wideBrackets } from './wide-window.js';

export interface DetectOptions extends Omit<DetectorOptions, 'resumeAt'> {
  /**
   * Only brackets with a victim that counts at ±`window` slots, 0 to 1,000. Beyond 10 a second pass looks for longer
   * brackets among the legs that the first left, and holds all blocks in memory.
   */
  window?: number;
}

/**
 * The brackets of a range of blocks, by first front position: what the streaming detector gives when the blocks are
 * pushed one by one, once all is final. Throws a `RangeError` for blocks out of order or options that mean nothing.
 */
export function detectSandwiches<S extends Swap = Swap>(
  blocks: Iterable<BlockTrades<S>>,
  options: DetectOptions = {},
): Bracket<S>[] {
  const { window, ...detectorOptions } = options;
  if (window !== undefined && !(Number.isInteger(window) && window >= 0 && window <= MAX_WINDOW))
    throw new RangeError(`window must be an integer from 0 to ${MAX_WINDOW}, not ${window}`);
  const isWide = window !== undefined && window > LIVE_WINDOW;
  const kept: BlockTrades<S>[] = [];
  const brackets: Bracket<S>[] = [];
  const detector = createSandwichDetector<S>(detectorOptions);
  for (const block of blocks) {
    if (isWide) kept.push(block);
    for (const { kind, bracket } of detector.push(block)) if (kind === 'final') brackets.push(bracket);
  }
  for (const { bracket } of detector.flush()) brackets.push(bracket);
  if (isWide) brackets.push(...wideBrackets(kept, brackets, window, detectorOptions));
  const counted =
    window === undefined
      ? brackets
      : brackets.filter((bracket) => victimsAtWindow(bracket, window).length > 0);
  return counted.sort((a, b) => comparePositions(a.fronts[0]!, b.fronts[0]!));
}
