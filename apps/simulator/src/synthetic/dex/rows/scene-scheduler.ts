import type { PlanContext, Scenario } from '../../kinds/kind.js';
import type { Pool } from '../../plan.js';
import type { Market } from '../market.js';
import { counted, dueSteps, type Step } from '../steps.js';
import { ambientTrades } from './ambient.js';
import { type RowLabel, rowLabel } from './label.js';
import type { Act, Row, ScenePoolWish, Stage, Trip } from './row.js';
import { release, type ScenePool, scenePoolOf, take } from './scene-pool.js';
import { spreadShare } from './sizes.js';
import { Sponsors } from './sponsors.js';
import { Terminals } from './terminals.js';

export interface SceneSchedulerOptions {
  rows: readonly Row[];
  /** Pools quoted in SOL in which scenes play; a few in dollars come on top. */
  scenePools: number;
  /** Slots before the first scene, in which pools and sponsors get their traffic. */
  warmUp: number;
  /** No scene begins from this slot on, so that all of them end. */
  until: number;
}

/** Plays the rows' scenes, each in pools of its own, and writes a label for every round trip. */
export interface SceneScheduler extends Scenario {
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

export function createSceneScheduler(market: Market, options: SceneSchedulerOptions): SceneScheduler {
  const scenePools = createScenePools(market, options.scenePools);
  const terminals = new Terminals();
  const sponsors = new Sponsors(market);
  const pending: Step[] = [];
  const lanes: Lane[] = [];
  const labels: RowLabel[] = [];
  let actors = 0;
  let firstSlot: number | null = null;

  const stageOf = (lane: Lane, scene: Scene, context: PlanContext): Stage => ({
    context,
    random: context.random,
    slot: context.slot,
    market,
    terminals,
    sponsors,
    scenePool: (wish = {}) => freeScenePool(scenePools, wish, context),
    trip(scenePool, isBuy = true) {
      if (!scenePool.isTaken) take(scenePool, lane.row.bystanders);
      const { row, actor, trips } = lane;
      const trip: Trip = {
        row,
        actor,
        nth: trips + scene.trips.length,
        scenePool,
        isBuy,
        fronts: [],
        backs: [],
        placed: [],
        isBroken: false,
      };
      scene.trips.push(trip);
      return trip;
    },
    addScenePool: (scenePool) => scenePools.push(scenePool),
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
    pending.push(...steps.map((step) => counted(step, scene)));
  };

  const end = (lane: Lane, scene: Scene, { random, slot }: PlanContext): void => {
    for (const trip of scene.trips) {
      const label = rowLabel(trip, lane.gains);
      lane.trips += 1;
      if (label === null) continue;
      labels.push(label);
      if (label.isGain && label.victims.length > 0) lane.gains += 1;
    }
    for (const scenePool of new Set(scene.trips.map((trip) => trip.scenePool))) {
      release(scenePool, slot + random.between(1, 12));
      if (scenePool.isPassing) scenePools.splice(scenePools.indexOf(scenePool), 1);
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
      for (const lane of random.rotation(lanes))
        if (slot < options.until && lane.scene === null && lane.nextSlot <= slot) begin(lane, context);
      const due = dueSteps(pending, slot);
      return [...due, ...ambientTrades({ market, terminals, sponsors, scenePools }, context)];
    },
    afterBlock(context) {
      for (const lane of lanes) {
        const { scene } = lane;
        if (scene !== null && scene.stepsLeft === 0) end(lane, scene, context);
      }
    },
    takeLabels: () => labels.splice(0),
  };
}

function newLane(row: Row, from: number, delay: number): Lane {
  return { row, act: null, actor: 0, scenesLeft: 0, trips: 0, gains: 0, nextSlot: from + delay, scene: null };
}

/** Most pools are quiet, a few are busy. */
function rateOf(random: Market['random']): number {
  return random.chance(0.12) ? spreadShare(random, 0.4, 1.6) : spreadShare(random, 0.01, 0.4);
}

function createScenePools(market: Market, count: number): ScenePool[] {
  const { sol, usdc } = market.quietPools(count);
  const { random } = market;
  const scenePools = [...sol, ...usdc].map((pool: Pool) => scenePoolOf(pool, rateOf(random)));
  const byMint = new Map<Pool['baseMint'], ScenePool>();
  for (const scenePool of scenePools) {
    const other = byMint.get(scenePool.pool.baseMint);
    byMint.set(scenePool.pool.baseMint, scenePool);
    if (other === undefined) continue;
    scenePool.sibling = other;
    other.sibling = scenePool;
  }
  return scenePools;
}

function freeScenePool(
  scenePools: readonly ScenePool[],
  wish: ScenePoolWish,
  { random, slot }: PlanContext,
): ScenePool | null {
  const { dexes, isDollar = false, isPaired = false, not, only } = wish;
  const isFree = (scenePool: ScenePool): boolean =>
    !scenePool.isTaken &&
    scenePool.restUntil <= slot &&
    scenePool !== not &&
    (only === undefined || scenePool === only);
  for (const scenePool of random.rotation(scenePools)) {
    if (!isFree(scenePool) || (scenePool.pool.quoteMint.isNative !== true) !== isDollar) continue;
    if (dexes !== undefined && !dexes.includes(scenePool.pool.dex.name)) continue;
    if (isPaired && (scenePool.sibling === null || !isFree(scenePool.sibling))) continue;
    return scenePool;
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
