import type { PayerSighting } from './payer-history.js';
import type { PriorSandwich } from './prior.js';

/** Rule by rule, the numbers of the definition. Ratios are read to six decimal places. */
export interface Thresholds {
  /** `exact`: |q − 1| at most this. */
  exactQuantity: number;
  /** `loose`: |q − 1| at most this; above it, what was sold beyond is inventory. */
  looseQuantity: number;
  /** A link by a private program alone needs |q − 1| at most this. */
  privateProgramQuantity: number;
  /** Slots between first and last leg up to which a profitable exact sandwich needs no other proof. */
  shortSpan: number;
  /** A victim's size over the front's, at least. */
  victimShare: number;
  /** A known bot had so many exact sandwiches, in so many pools, in the day before. */
  botSandwiches: number;
  botPools: number;
  /** And they are such a share of all its sandwiches since the first of them: a market maker has some by chance. */
  botShare: number;
  /** A fee payer that paid for so many signing authorities in the hour before links nobody. */
  relayerAuthorities: number;
  /** q of a suspected sandwich is within these; nothing beyond is reported. */
  suspectedQuantityMin: number;
  suspectedQuantityMax: number;
}

export const DEFAULT_THRESHOLDS: Readonly<Thresholds> = {
  exactQuantity: 0.001,
  looseQuantity: 0.1,
  privateProgramQuantity: 0.01,
  shortSpan: 4,
  victimShare: 0.001,
  botSandwiches: 3,
  botPools: 2,
  botShare: 0.2,
  relayerAuthorities: 3,
  suspectedQuantityMin: 0.1,
  suspectedQuantityMax: 10,
};

/** Slots after a sandwich's last leg when it becomes final. */
export const FINAL_AFTER_SLOTS = 20;

/** Slots either side of a victim that the ordinary pass sees, and in which failed attempts are looked for. */
export const LIVE_WINDOW = 10;
export const LIVE_MAX_SPAN = 2 * LIVE_WINDOW;

export const MAX_WINDOW = 1_000;

export interface DetectorOptions {
  /** Slots between first and last leg, at most; 20 (±10) unless given. 0 to 2,000. */
  maxSpan?: number;
  thresholds?: Partial<Thresholds>;
  /**
   * What was final before: claims legs, and tells known bots. Give all of the last 24 hours, suspected ones too; any order. What is
   * final after a block's slot counts only from then on, so it may reach past the first block pushed.
   */
  prior?: readonly PriorSandwich[];
  /** Who paid for whom in the hour before the first block pushed. */
  payers?: readonly PayerSighting[];
  /**
   * The first slot to report on: the one after the last block of the run before. Blocks below it only fill the state;
   * `prior` says all that was final when the last of them was pushed. For the very answers of a run that never
   * stopped they must reach back to that last block's slot − 39 (`maxSpan` + 19 where that is another).
   */
  resumeAt?: number;
}

export interface Settings {
  maxSpan: number;
  thresholds: Thresholds;
}

/** Throws a `RangeError` for numbers that mean nothing. */
export function readSettings(options: DetectorOptions): Settings {
  const maxSpan = options.maxSpan ?? LIVE_MAX_SPAN;
  if (!Number.isInteger(maxSpan) || maxSpan < 0 || maxSpan > 2 * MAX_WINDOW)
    throw new RangeError(`maxSpan must be an integer from 0 to ${2 * MAX_WINDOW}, not ${maxSpan}`);
  const thresholds = { ...DEFAULT_THRESHOLDS, ...options.thresholds };
  for (const [name, value] of Object.entries(thresholds))
    if (!Number.isFinite(value) || value < 0)
      throw new RangeError(`threshold ${name} must be a number of at least 0, not ${value}`);
  return { maxSpan, thresholds };
}
