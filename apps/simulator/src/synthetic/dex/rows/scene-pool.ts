import type { PlannedSwap, Pool } from '../../plan.js';
import type { Curve } from '../curve.js';
import { closeJournal, openJournal, replayWithout } from '../journal.js';

/**
 * Room that a trader's limit leaves: `used`, half or more of it is taken; `spared`, less than 0.3; `none`, there is no
 * limit; `drawn`, any share of it is left, each as likely; `any`, whatever people set.
 */
export type Limits = 'used' | 'spared' | 'none' | 'drawn' | 'any';

/** A pool in which scenes play, with traders of its own. No drawn transaction trades there. */
export interface ScenePool {
  pool: Pool;
  /** Another pool of the same token. */
  sibling: ScenePool | null;
  /** Bystanders' trades a slot, on average. */
  rate: number;
  /** Share of buys among the bystanders' trades. */
  buyShare: number;
  /** Whether a scene plays there now. */
  isTaken: boolean;
  restUntil: number;
  /** Room that the limits of its own traders leave while a scene plays. */
  limits: Limits;
  /** The scene's legs so far. */
  own: Set<PlannedSwap>;
  marks: Mark[];
  /** How much of a bystander's limit the legs before it used; null where it set no limit. */
  uses: Map<PlannedSwap, number | null>;
  /** Slots in which bystanders do not trade. */
  quiet: Set<number>;
  /** Whether it is for one scene only. */
  isPassing: boolean;
}

/** The pool just before a leg. */
interface Mark {
  slot: number;
  isBuy: boolean;
  before: Curve;
  from: number;
}

/** A leg further back no longer matters to a trader's limit. */
const REACH_SLOTS = 20;

export function scenePoolOf(pool: Pool, rate: number): ScenePool {
  return {
    pool,
    sibling: null,
    rate,
    buyShare: 0.5,
    restUntil: 0,
    isPassing: false,
    ...unused(),
  };
}

/** The state of a scene pool in which no scene plays. */
function unused(): Pick<ScenePool, 'isTaken' | 'limits' | 'own' | 'marks' | 'uses' | 'quiet'> {
  return {
    isTaken: false,
    limits: 'any',
    own: new Set(),
    marks: [],
    uses: new Map(),
    quiet: new Set(),
  };
}

export function take(scenePool: ScenePool, limits: Limits): void {
  const { pool } = scenePool;
  scenePool.isTaken = true;
  scenePool.limits = limits;
  openJournal(pool);
}

export function release(scenePool: ScenePool, restUntil: number): void {
  const { pool } = scenePool;
  Object.assign(scenePool, { restUntil, ...unused() });
  closeJournal(pool);
}

/** Called just before a leg is planned. */
export function mark({ pool, marks }: ScenePool, slot: number, isBuy: boolean): void {
  marks.push({ slot, isBuy, before: pool.curve, from: pool.journal!.swaps.length });
}

/** The pool as it would be now without the scene's legs, counted from each of its recent legs in a direction. */
export function cleanCurves({ pool, marks, own }: ScenePool, isBuy: boolean, slot: number): Curve[] {
  const swaps = pool.journal?.swaps ?? [];
  return marks
    .filter((each) => each.isBuy === isBuy && each.slot >= slot - REACH_SLOTS)
    .map(({ before, from }) => replayWithout(own, before, swaps.slice(from)));
}
