import type { ActorHour } from './actor-record.js';
import type { PayerSighting } from './payer-sighting.js';
import type { PriorSandwich } from './prior-sandwich.js';

/** The numbers of the definition, rule by rule. Ratios are used with six decimal places. */
export interface Thresholds {
  /** `exact`: |q − 1| is at most this. */
  exactQuantity: number;
  /** `loose`: |q − 1| is at most this; what was sold beyond it is inventory. */
  looseQuantity: number;
  /** A link by a private program alone requires |q − 1| of at most this. */
  privateProgramQuantity: number;
  /** Longest span in slots within which a profitable exact sandwich needs no further proof. */
  shortSpan: number;
  /** Minimum size of a victim relative to the front. */
  victimShare: number;
  /** Round trips with |q − 1| of at most this enter the record of the actor. */
  tripQuantity: number;
  /** A known bot has this many round trips around victims, in this many pools, in the preceding day … */
  botTrips: number;
  botPools: number;
  /** … of which this share gained … */
  botGains: number;
  /** … and this share was aimed at a victim. */
  botAims: number;
  /** Longest span in slots of a known bot's sandwich without a proven limit of its own. */
  botSpan: number;
  /** With at least as many trips as a known bot, and at most this share aimed, an actor is a scalper. */
  scalperAims: number;
  /**
   * A fee payer with at least this many signing authorities in the preceding hour is a relayer and links no wallets.
   */
  relayerAuthorities: number;
  /** Intent (rule 10) is proven where a victim's limit, made before the front, was used this far … */
  limitUsedUp: number;
  /** … and likely where one was used this far. */
  limitUsed: number;
  /** A limit that may have been made after the front (age `unclear`) speaks only from this use on. */
  unclearLimitUsed: number;
  /** Less than this of every known limit speaks against an attack. */
  limitHardlyUsed: number;
  /** A sandwich looks aimed at its victim (rule 11) where this much of the largest victim's limit was used … */
  aimUsed: number;
  /** … or, where the limit is not known, where chance would give a victim as large in at most this share of cases. */
  aimChance: number;
  /** Limits of q for a suspected sandwich; nothing beyond them is reported. */
  suspectedQuantityMin: number;
  suspectedQuantityMax: number;
}

export const DEFAULT_THRESHOLDS: Readonly<Thresholds> = {
  exactQuantity: 0.001,
  looseQuantity: 0.1,
  privateProgramQuantity: 0.01,
  shortSpan: 4,
  victimShare: 0.001,
  tripQuantity: 0.01,
  botTrips: 5,
  botPools: 3,
  botGains: 0.7,
  botAims: 0.5,
  botSpan: 10,
  scalperAims: 0.2,
  relayerAuthorities: 3,
  limitUsedUp: 0.8,
  limitUsed: 0.5,
  unclearLimitUsed: 0.9,
  limitHardlyUsed: 0.3,
  aimUsed: 0.5,
  aimChance: 0.1,
  suspectedQuantityMin: 0.1,
  suspectedQuantityMax: 10,
};

/** Slots after its last leg when a sandwich becomes final. */
export const FINAL_AFTER_SLOTS = 20;

/** Slots on either side of a victim that the ordinary pass covers, also for failed attempts. */
export const LIVE_WINDOW = 10;
export const LIVE_MAX_SPAN = 2 * LIVE_WINDOW;

export const MAX_WINDOW = 1_000;

export interface DetectorOptions {
  /** Maximum slots between first and last leg, 0 to 2,000. Default 20 (±10). */
  maxSpan?: number;
  thresholds?: Partial<Thresholds>;
  /**
   * Earlier final sandwiches, suspected ones included, in any order: they claim legs and are part of the records of
   * their actors. A sandwich that became final after a block's slot counts only from then on, so the list may extend
   * beyond the first pushed block.
   */
  prior?: readonly PriorSandwich[];
  /**
   * The records of the last 24 hours, of sandwiches that were final (last slot + 20) at the first pushed block and are
   * not in `prior`.
   */
  records?: readonly ActorHour[];
  /** Fee payer sightings of the hour before the first pushed block. */
  payers?: readonly PayerSighting[];
  /**
   * The first slot to report on, which follows the last block of the previous run. Blocks below it only fill the state;
   * `prior` holds everything that was final when the last of them was pushed. To give exactly the results of an
   * uninterrupted run, they must start at that last block's slot − 39 (`maxSpan` + 19 if `maxSpan` is set).
   */
  resumeAt?: number;
}

export interface Settings {
  maxSpan: number;
  thresholds: Thresholds;
}

/** @throws RangeError for invalid numbers */
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
