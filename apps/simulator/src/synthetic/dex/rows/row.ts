import type { PlanContext } from '../../kinds/kind.js';
import type { PlannedSwap } from '../../plan.js';
import type { Random } from '../../random.js';
import type { Market } from '../market.js';
import type { DexName } from '../pool.js';
import type { Step } from '../steps.js';
import type { Limits, ScenePool } from './scene-pool.js';
import type { Sponsors } from './sponsors.js';
import type { Terminals } from './terminals.js';

/** A row of the definition's tables: who acts how, and how often that may or must be counted. */
export interface Row {
  name: string;
  isAttack: boolean;
  /** The least share that must be counted of an attack, the largest that may be of a look-alike. */
  goal: number;
  /** Result that a look-alike must have had to be worth a verdict; either by default. */
  wants?: 'gain' | 'loss';
  /** Round trips of an actor before the row's promise holds. */
  notBefore: number;
  /** How many actors play at a time. */
  lanes: number;
  /** Scenes of one actor. */
  scenes: readonly [number, number];
  /** Slots between two scenes of a lane. */
  gap: readonly [number, number];
  /** Room that the limits of a pool's own traders leave while a scene of the row plays there. */
  bystanders: Limits;
  /** Makes an actor: called for each of its scenes. */
  actor(stage: Stage): Act;
}

/** Plans one scene. Null if it is not possible now; then it must not have changed anything. */
export type Act = (stage: Stage) => Step[] | null;

/** An act in one scene pool; not possible now if none is free. */
export function inScenePool(
  plan: (stage: Stage, scenePool: ScenePool) => Step[] | null,
  wish?: ScenePoolWish,
): Act {
  return (stage) => {
    const scenePool = stage.scenePool(wish);
    return scenePool && plan(stage, scenePool);
  };
}

/** A round trip of an actor in a pool. */
export interface Trip {
  row: Row;
  actor: number;
  /** How many its actor had begun before. */
  nth: number;
  scenePool: ScenePool;
  /** The direction of its fronts. */
  isBuy: boolean;
  fronts: PlannedSwap[];
  backs: PlannedSwap[];
  /** Trades that the scene placed between the sides. */
  placed: PlannedSwap[];
  /** Whether a trade of the scene was not possible. */
  isBroken: boolean;
}

export interface ScenePoolWish {
  dexes?: readonly DexName[];
  isDollar?: boolean;
  /** With another pool of the same token that is free too. */
  isPaired?: boolean;
  not?: ScenePool;
  /** No other than this one. */
  only?: ScenePool;
}

/** Means of making a scene. */
export interface Stage {
  context: PlanContext;
  random: Random;
  slot: number;
  market: Market;
  terminals: Terminals;
  sponsors: Sponsors;
  /** A scene pool without a scene; null if there is none now. */
  scenePool(wish?: ScenePoolWish): ScenePool | null;
  /** A round trip, whose label is written once the scene is over. Takes its scene pool. */
  trip(scenePool: ScenePool, isBuy?: boolean): Trip;
  /** A scene pool that the scene made itself, for as long as it plays. */
  addScenePool(scenePool: ScenePool): void;
  /** The slots with blocks from this one on, over a span of slots in these bounds; null if skipped slots prevent that. */
  slotsOver(span: readonly [number, number]): number[] | null;
}
