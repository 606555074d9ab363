import type { ActorClass, ActorHour } from '../model/actor-record.js';
import { FINAL_AFTER_SLOTS, type Settings, type Thresholds } from '../model/options.js';
import type { PriorSandwich } from '../model/prior-sandwich.js';

/** An hour of the record, counted in slots of 400 ms: every block has a slot, not every one a time. */
export const SLOTS_PER_HOUR = 9_000;
/** The hour of the front and the 24 before it. */
export const RECORD_HOURS = 24;
const SWEEP_SLOTS = SLOTS_PER_HOUR;
/** As many different pools as a decision needs. */
const POOLS_KEPT = 8;

/** A round trip around at least one victim. */
interface Trip {
  pool: string;
  lastSlot: number;
  isGain: boolean;
  isAimed: boolean;
}

type Hour = Omit<ActorHour, 'address' | 'pools'> & { pools: string[] };

interface Actor {
  hours: Hour[];
  /** Trips that may not have been final when a front ran that is still to be judged, in order of last slot. */
  recent: Trip[];
}

/** Sums of round trips. */
export interface TripSums {
  trips: number;
  gains: number;
  aims: number;
  /** How many different pools they are in; exact up to the number that a decision needs. */
  pools: number;
}

/** Classifies an actor by its round trips. */
export function standingFrom({ trips, gains, aims, pools }: TripSums, thresholds: Thresholds): ActorClass {
  const { botTrips, botPools, botGains, botAims, scalperAims } = thresholds;
  if (trips < botTrips) return null;
  if (pools >= botPools && gains >= botGains * trips && aims >= botAims * trips) return 'known_bot';
  return aims <= scalperAims * trips ? 'scalper' : null;
}

/**
 * The records of actors over 24 hours (Rule 11), by the address of a wallet or private program. A trip counts only from
 * the slot in which its sandwich became final, so later knowledge never leaks into earlier verdicts.
 */
export class ActorRecords {
  readonly #actors = new Map<string, Actor>();
  readonly #thresholds: Settings['thresholds'];
  /** How old a front may be that is still to be judged: a sandwich is final 20 slots after its last leg. */
  readonly #oldestFront: number;
  /** Actors with recent trips. */
  readonly #unfolded = new Set<Actor>();
  #sweptAt = 0;

  constructor(
    { thresholds, maxSpan }: Settings,
    prior: readonly PriorSandwich[] = [],
    records: readonly ActorHour[] = [],
  ) {
    this.#thresholds = thresholds;
    this.#oldestFront = maxSpan + FINAL_AFTER_SLOTS;
    for (const { address, pools, ...hour } of records)
      this.#actorOf(address).hours.push({ ...hour, pools: [...pools] });
    for (const sandwich of [...prior].sort((a, b) => a.lastSlot - b.lastSlot)) this.add(sandwich);
  }

  /** Adds a sandwich. Call in order of last slot. */
  add(sandwich: PriorSandwich): void {
    const trip = tripOf(sandwich, this.#thresholds.tripQuantity);
    if (trip === null) return;
    for (const address of addressesOf(sandwich)) {
      const actor = this.#actorOf(address);
      actor.recent.push(trip);
      this.#unfolded.add(actor);
    }
  }

  /** Class of the addresses by their records when a front ran: the worst of them. */
  standingOf(addresses: readonly string[], frontSlot: number): ActorClass {
    let standing: ActorClass = null;
    for (const address of addresses) {
      const actor = this.#actors.get(address);
      if (actor === undefined) continue;
      const of = this.#standing(actor, frontSlot);
      if (of === 'known_bot') return of;
      standing ??= of;
    }
    return standing;
  }

  /** Whether the address has enough trips to be a known bot at any time. */
  hasTrips(address: string): boolean {
    const actor = this.#actors.get(address);
    if (actor === undefined) return false;
    return countTrips(actor.hours) + actor.recent.length >= this.#thresholds.botTrips;
  }

  /** Call with the slot of every block, before its sandwiches are judged. */
  advance(slot: number): void {
    const final = slot - this.#oldestFront - FINAL_AFTER_SLOTS;
    for (const actor of this.#unfolded) if (fold(actor, final)) this.#unfolded.delete(actor);
    if (slot - this.#sweptAt < SWEEP_SLOTS) return;
    this.#sweptAt = slot;
    const oldest = hourOf(slot - this.#oldestFront) - RECORD_HOURS;
    for (const [address, actor] of this.#actors) {
      actor.hours = actor.hours.filter(({ hour }) => hour >= oldest);
      if (actor.hours.length === 0 && actor.recent.length === 0) this.#actors.delete(address);
    }
  }

  #actorOf(address: string): Actor {
    const known = this.#actors.get(address);
    if (known !== undefined) return known;
    const actor: Actor = { hours: [], recent: [] };
    this.#actors.set(address, actor);
    return actor;
  }

  #standing({ hours, recent }: Actor, frontSlot: number): ActorClass {
    const oldest = hourOf(frontSlot) - RECORD_HOURS;
    let trips = 0;
    let gains = 0;
    let aims = 0;
    const pools = new Set<string>();
    const add = (more: Pick<Hour, 'trips' | 'gains' | 'aims' | 'pools'>): void => {
      trips += more.trips;
      gains += more.gains;
      aims += more.aims;
      for (const pool of more.pools) pools.add(pool);
    };
    for (const hour of hours) if (hour.hour >= oldest) add(hour);
    for (const trip of recent)
      if (trip.lastSlot <= frontSlot - FINAL_AFTER_SLOTS && hourOf(trip.lastSlot) >= oldest)
        add({ trips: 1, gains: Number(trip.isGain), aims: Number(trip.isAimed), pools: [trip.pool] });
    return standingFrom({ trips, gains, aims, pools: pools.size }, this.#thresholds);
  }
}

/** Every address under which a sandwich's entity has a record. */
export function addressesOf({
  attackers,
  linkAddress,
  program,
}: Pick<PriorSandwich, 'attackers' | 'linkAddress' | 'program'>): Set<string> {
  return new Set([...attackers, linkAddress, ...(program === null ? [] : [program])]);
}

/** Null if it is no round trip in one pool. */
function tripOf(sandwich: PriorSandwich, tripQuantity: number): Trip | null {
  const { quantityRatio, pool, backPool, lastSlot, net, gross, isAimed } = sandwich;
  if (pool !== backPool || !isTrip(quantityRatio, tripQuantity)) return null;
  return { pool, lastSlot, isGain: BigInt(net ?? gross) > 0n, isAimed };
}

export function isTrip(quantityRatio: number, tripQuantity: number): boolean {
  return Math.abs(quantityRatio - 1) <= tripQuantity;
}

export function hourOf(slot: number): number {
  return Math.floor(slot / SLOTS_PER_HOUR);
}

function countTrips(hours: readonly Hour[]): number {
  return hours.reduce((sum, { trips }) => sum + trips, 0);
}

/** Moves trips up to a slot into their hours. Returns whether none is left. */
function fold(actor: Actor, upTo: number): boolean {
  let folded = 0;
  for (const { lastSlot, pool, isGain, isAimed } of actor.recent) {
    if (lastSlot > upTo) break;
    folded += 1;
    const hour = hourIn(actor, hourOf(lastSlot));
    hour.trips += 1;
    hour.gains += Number(isGain);
    hour.aims += Number(isAimed);
    if (hour.pools.length < POOLS_KEPT && !hour.pools.includes(pool)) hour.pools.push(pool);
  }
  actor.recent.splice(0, folded);
  return actor.recent.length === 0;
}

function hourIn({ hours }: Actor, number: number): Hour {
  const known = hours.findLast(({ hour }) => hour === number);
  if (known !== undefined) return known;
  const made = { hour: number, trips: 0, gains: 0, aims: 0, pools: [] };
  hours.push(made);
  return made;
}
