import { privateProgram } from '../engine/prior.js';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../options.js';
import type { Sandwich, Verdict, Verdicts } from '../sandwich.js';
import { addressesOf, hourOf, isTrip, RECORD_HOURS, type Standing, standingFrom } from './rule-11-records.js';

/** What is known of an address in one hour of slots, before and after the sandwich that is looked at. */
export interface RecordedHour {
  hour: number;
  trips: number;
  gains: number;
  aims: number;
  /** Its pools with their trips: at least `POOLS_KNOWN` of them, or all. */
  pools: readonly { pool: string; trips: number }[];
}

/** One more than a decision needs, so that the sandwich's own may be taken away. */
export const POOLS_KNOWN = DEFAULT_THRESHOLDS.botPools + 1;

/** What a sandwich adds to the record of its actor. */
export interface OwnTrip {
  hour: number;
  pool: string;
  isGain: boolean;
  isAimed: boolean;
}

/** The addresses under which a sandwich's entity has a record. */
export function recordAddresses({ attackers, linkAddress, fronts, backs }: Sandwich): string[] {
  return [...addressesOf({ attackers, linkAddress, program: privateProgram([...fronts, ...backs]) })];
}

/** What a sandwich adds to the record of its actor; null if it is no round trip in one pool. */
export function ownTrip({
  pool,
  backPool,
  quantityRatio,
  lastSlot,
  net,
  gross,
  isAimed,
}: Pick<
  Sandwich,
  'pool' | 'backPool' | 'quantityRatio' | 'lastSlot' | 'net' | 'gross' | 'isAimed'
>): OwnTrip | null {
  if (pool !== backPool || !isTrip(quantityRatio, DEFAULT_THRESHOLDS.tripQuantity)) return null;
  return { hour: hourOf(lastSlot), pool, isGain: (net ?? gross) > 0n, isAimed };
}

/**
 * What the record of an address says of a front as of now (Rule 11): by the hour of the front and the 24 hours on both
 * sides of it, without the sandwich itself.
 *
 * @param own the sandwich's own trip; null if it is not among those of the hours
 */
export function standingAround(
  hours: readonly RecordedHour[],
  frontSlot: number,
  own: OwnTrip | null,
  thresholds: Thresholds = DEFAULT_THRESHOLDS,
): Standing {
  const hourOfFront = hourOf(frontSlot);
  const sums = { trips: 0, gains: 0, aims: 0 };
  const pools = new Map<string, number>();
  for (const { hour, trips, gains, aims, pools: ofHour } of hours) {
    if (Math.abs(hour - hourOfFront) > RECORD_HOURS) continue;
    sums.trips += trips;
    sums.gains += gains;
    sums.aims += aims;
    for (const { pool, trips: inPool } of ofHour) pools.set(pool, (pools.get(pool) ?? 0) + inPool);
  }
  const isOwnPoolLeft = own === null || pools.get(own.pool) !== 1;
  return standingFrom(
    {
      trips: sums.trips - Number(own !== null),
      gains: sums.gains - Number(own?.isGain ?? false),
      aims: sums.aims - Number(own?.isAimed ?? false),
      pools: pools.size - Number(!isOwnPoolLeft),
    },
    thresholds,
  );
}

/** What the records of several addresses of an entity say together: the worst. */
export function worstStanding(standings: readonly Standing[]): Standing {
  if (standings.includes('known_bot')) return 'known_bot';
  return standings.includes('scalper') ? 'scalper' : null;
}

/** The verdict by a record, and whether the record made its actor a known bot. */
export function verdictBy(
  { unknown, knownBot, scalper }: Verdicts,
  standing: Standing,
): { verdict: Verdict; isKnownBot: boolean } {
  if (standing === 'known_bot' && knownBot !== null) return { verdict: knownBot, isKnownBot: true };
  const verdict = standing === 'scalper' ? (scalper ?? unknown) : unknown;
  return { verdict, isKnownBot: false };
}

/** Whether it counts by some record. */
export function mayCount({ unknown, knownBot, scalper }: Verdicts): boolean {
  return [unknown, knownBot, scalper].some(
    (verdict) => verdict !== null && verdict.confidence !== 'suspected',
  );
}
