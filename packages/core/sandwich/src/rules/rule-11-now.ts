import type { ActorClass } from '../model/actor-record.js';
import { DEFAULT_THRESHOLDS, type Thresholds } from '../model/options.js';
import { privateProgram } from '../model/prior-sandwich.js';
import type { Sandwich, Sign, Verdict, Verdicts } from '../model/sandwich.js';
import { signsBy } from './rule-10-intent.js';
import { addressesOf, hourOf, isTrip, RECORD_HOURS, standingFrom } from './rule-11-records.js';

/** Record of an address in one hour of slots, before and after the sandwich that is looked at. */
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

/** Round trip that a sandwich adds to the record of its actor. */
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

/** Makes the trip that a sandwich adds to the record of its actor; null if it is no round trip in one pool. */
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
 * Classifies an actor as of now (Rule 11): by the record of an address in the hour of the front and the 24 hours on
 * both sides of it, without the sandwich itself.
 *
 * @param own the sandwich's own trip; null if it is not among those of the hours
 */
export function standingAround(
  hours: readonly RecordedHour[],
  frontSlot: number,
  own: OwnTrip | null,
  thresholds: Thresholds = DEFAULT_THRESHOLDS,
): ActorClass {
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

/** A verdict as of now. */
export interface VerdictNow extends Verdict {
  /** In the order of `SIGNS`. */
  signs: readonly Sign[];
  standing: ActorClass;
}

/** Combines the records of several addresses of an entity: the worst counts. */
export function worstStanding(standings: readonly ActorClass[]): ActorClass {
  if (standings.includes('known_bot')) return 'known_bot';
  return standings.includes('scalper') ? 'scalper' : null;
}

/** Verdict that the detector leaves open: one for each possible record, and the signs of intent. */
interface OpenVerdict {
  verdicts: Verdicts;
  signs: readonly Sign[];
}

/**
 * Chooses the verdict by the record on both sides. The standing is null, too, where the record decides nothing: others
 * call the program that links the legs.
 */
export function judge(
  { verdicts: { unknown, knownBot, scalper }, signs }: OpenVerdict,
  standing: ActorClass,
): VerdictNow {
  const known = isDecidedByRecord({ knownBot }) ? standing : null;
  const verdict = (known === 'known_bot' ? knownBot : known === 'scalper' ? scalper : null) ?? unknown;
  return { ...verdict, signs: signsBy(signs, known === 'known_bot'), standing: known };
}

/** Whether the record of its actor changes what is said of a sandwich. */
export function isDecidedByRecord({ knownBot }: Pick<Verdicts, 'knownBot'>): boolean {
  return knownBot !== null;
}
