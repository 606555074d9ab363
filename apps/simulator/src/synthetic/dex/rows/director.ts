import type { PlanContext, Scenario, ScheduledTransaction } from '../../kinds/kind.js';
import type { Market } from '../market.js';
import type { Pool } from '../pool.js';
import { ambientTrades } from './ambient.js';
import { type RowLabel, rowLabel } from './label.js';
import type { Act, Row, Stage, Step, Trip, VenueWish } from './row.js';
import { spreadShare } from './sizes.js';
import { createSponsors } from './sponsors.js';
import { createTerminals } from './terminals.js';
import { release, take, type Venue, venueOf } from './venue.js';

export interface DirectorOptions {
  rows: readonly Row[];
  /** Pools quoted in SOL in which scenes play; a few in dollars come on top. */
  venues: number;
  /** Slots before the first scene, in which pools and sponsors get their traffic. */
  warmUp: number;
  /** No scene begins from this slot on, so that all of them end. */
  until: number;
}

/** Plays the rows' scenes, each in pools of its own, and writes a label for every round trip. */
export interface Director extends Scenario {
  takeLabels(): RowLabel[];
}

/** One place of a row: its actors play there one after the other. */
interface Lane {
  row: Row;
  act: Act | null;
  actor: number;
  scenesLeft: number;
  /** Round trips of the actor so far, and those of them that gained around a victim. */
  trips: number;
  gains: number;
  nextSlot: number;
  scene: Scene | null;
}

interface Scene {
  trips: Trip[];
  stepsLeft: number;
}

/** A bot whose record counts rests until its trips so far are final. */
const FINAL_AFTER_SLOTS = 21;

export function createDirector(market: Market, options: DirectorOptions): Director {
  const venues = createVenues(market, options.venues);
  const terminals = createTerminals();
  const sponsors = createSponsors(market);
  const pending: (Step & { scene: Scene })[] = [];
  const lanes: Lane[] = [];
  let labels: RowLabel[] = [];
  let actors = 0;
  let firstSlot: number | null = null;

  const stageOf = (lane: Lane, scene: Scene, context: PlanContext): Stage => ({
    context,
    random: context.random,
    slot: context.slot,
    market,
    terminals,
    sponsors,
    venue: (wish = {}) => freeVenue(venues, wish, context),
    trip(venue, isBuy = true) {
      if (!venue.isTaken) take(venue, lane.row.bystanders);
      const { row, actor, trips } = lane;
      const trip: Trip = {
        row,
        actor,
        nth: trips + scene.trips.length,
        venue,
        isBuy,
        fronts: [],
        backs: [],
        placed: [],
        isBroken: false,
      };
      scene.trips.push(trip);
      return trip;
    },
    addVenue: (venue) => venues.push(venue),
    slotsOver: (span) => slotsOver(context, span),
  });

  const begin = (lane: Lane, context: PlanContext): void => {
    const { row } = lane;
    const { random, slot } = context;
    const scene: Scene = { trips: [], stepsLeft: 0 };
    const stage = stageOf(lane, scene, context);
    if (lane.act === null) {
      lane.act = row.actor(stage);
      actors += 1;
      Object.assign(lane, { actor: actors, trips: 0, gains: 0, scenesLeft: random.between(...row.scenes) });
    }
    const steps = lane.act(stage);
    if (steps === null) {
      lane.nextSlot = slot + 1;
      return;
    }
    lane.scene = scene;
    scene.stepsLeft = steps.length;
    pending.push(...steps.map((step) => ({ ...step, scene })));
  };

  const end = (lane: Lane, scene: Scene, { random, slot }: PlanContext): void => {
    for (const trip of scene.trips) {
      const label = rowLabel(trip, lane.gains);
      lane.trips += 1;
      if (label === null) continue;
      labels.push(label);
      if (label.isGain && label.victims.length > 0) lane.gains += 1;
    }
    for (const venue of new Set(scene.trips.map((trip) => trip.venue))) {
      release(venue, slot + random.between(1, 12));
      if (venue.isPassing) venues.splice(venues.indexOf(venue), 1);
    }
    lane.scene = null;
    lane.scenesLeft -= 1;
    if (lane.scenesLeft === 0) lane.act = null;
    const { row } = lane;
    lane.nextSlot = slot + random.between(...row.gap);
    if (row.notBefore > 0 && lane.gains === row.notBefore)
      lane.nextSlot = Math.max(lane.nextSlot, slot + FINAL_AFTER_SLOTS);
  };

  return {
    name: 'rows',
    schedule(context) {
      const { slot, random } = context;
      if (firstSlot === null) {
        firstSlot = slot;
        for (const row of options.rows)
          for (let lane = 0; lane < row.lanes; lane += 1)
            lanes.push(newLane(row, slot + options.warmUp, random.below(12)));
      }
      // From a drawn place on, so that no row is always first where pools are rare.
      const start = random.below(lanes.length);
      if (slot < options.until)
        for (let index = 0; index < lanes.length; index += 1) {
          const lane = lanes[(start + index) % lanes.length]!;
          if (lane.scene === null && lane.nextSlot <= slot) begin(lane, context);
        }
      const due: ScheduledTransaction[] = [];
      for (let index = 0; index < pending.length; ) {
        const step = pending[index]!;
        if (step.slot > slot) index += 1;
        else {
          pending.splice(index, 1);
          due.push({
            position: step.position,
            plan(now) {
              step.scene.stepsLeft -= 1;
              const plan = step.plan(now);
              plan.placed = null;
              return plan;
            },
          });
        }
      }
      return [...due, ...ambientTrades({ market, terminals, sponsors, venues }, context)];
    },
    afterBlock(context) {
      for (const lane of lanes) {
        const { scene } = lane;
        if (scene !== null && scene.stepsLeft === 0) end(lane, scene, context);
      }
    },
    takeLabels() {
      const taken = labels;
      labels = [];
      return taken;
    },
  };
}

function newLane(row: Row, from: number, delay: number): Lane {
  return { row, act: null, actor: 0, scenesLeft: 0, trips: 0, gains: 0, nextSlot: from + delay, scene: null };
}

/** Most pools are quiet, a few are busy. */
function rateOf(random: Market['random']): number {
  return random.chance(0.12) ? spreadShare(random, 0.4, 1.6) : spreadShare(random, 0.01, 0.4);
}

function createVenues(market: Market, count: number): Venue[] {
  const { sol, usdc } = market.quietPools(count);
  const { random } = market;
  const venues = [...sol, ...usdc].map((pool: Pool) => venueOf(pool, rateOf(random)));
  const byMint = new Map<Pool['baseMint'], Venue>();
  for (const venue of venues) {
    const other = byMint.get(venue.pool.baseMint);
    byMint.set(venue.pool.baseMint, venue);
    if (other === undefined) continue;
    venue.sibling = other;
    other.sibling = venue;
  }
  return venues;
}

function freeVenue(venues: readonly Venue[], wish: VenueWish, { random, slot }: PlanContext): Venue | null {
  const { dexes, isDollar = false, isPaired = false, not } = wish;
  const isFree = (venue: Venue): boolean => !venue.isTaken && venue.restUntil <= slot && venue !== not;
  const start = random.below(venues.length);
  for (let step = 0; step < venues.length; step += 1) {
    const venue = venues[(start + step) % venues.length]!;
    if (!isFree(venue) || (venue.pool.quoteMint.isNative !== true) !== isDollar) continue;
    if (dexes !== undefined && !dexes.includes(venue.pool.dex.name)) continue;
    if (isPaired && (venue.sibling === null || !isFree(venue.sibling))) continue;
    return venue;
  }
  return null;
}

/** The slots with blocks from this one to one that is a drawn number of slots later. */
function slotsOver(
  { slot, random, isSkipped }: PlanContext,
  [least, most]: readonly [number, number],
): number[] | null {
  const spans = Array.from({ length: most - least + 1 }, (_, index) => least + index).filter(
    (span) => !isSkipped(slot + span),
  );
  if (spans.length === 0) return null;
  const last = slot + random.pick(spans);
  const slots: number[] = [];
  for (let next = slot; next <= last; next += 1) if (next === slot || !isSkipped(next)) slots.push(next);
  return slots;
}
