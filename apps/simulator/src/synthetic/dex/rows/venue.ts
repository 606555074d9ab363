import type { Curve } from '../curve.js';
import type { PlannedSwap } from '../planned-swap.js';
import type { Pool } from '../pool.js';
import { refill } from '../sandwich/sandwich.js';

/**
 * What a trader's limit leaves: `used`, half or more of its room is taken; `spared`, less than 0.3; `none`, it sets no
 * limit; `drawn`, any share of it is left, each as likely; `any`, whatever people set.
 */
export type Limits = 'used' | 'spared' | 'none' | 'drawn' | 'any';

/** A pool in which scenes play, with traders of its own. No drawn transaction trades there. */
export interface Venue {
  pool: Pool;
  /** Another pool of the same token. */
  sibling: Venue | null;
  /** Outsiders' trades a slot, on average. */
  rate: number;
  /** Share of buys among them. */
  buyShare: number;
  /** Whether a scene plays there now. */
  isTaken: boolean;
  restUntil: number;
  /** What the limits of its own traders leave while a scene plays. */
  limits: Limits;
  /** The scene's legs so far. */
  own: Set<PlannedSwap>;
  marks: Mark[];
  /** How much of an outsider's limit the legs before it used; null where it set no limit. */
  uses: Map<PlannedSwap, number | null>;
  /** Slots in which outsiders do not trade. */
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

export function venueOf(pool: Pool, rate: number): Venue {
  return {
    pool,
    sibling: null,
    rate,
    buyShare: 0.5,
    isTaken: false,
    restUntil: 0,
    limits: 'any',
    own: new Set(),
    marks: [],
    uses: new Map(),
    quiet: new Set(),
    isPassing: false,
  };
}

export function take(venue: Venue, limits: Limits): void {
  const { pool } = venue;
  venue.isTaken = true;
  venue.limits = limits;
  pool.journal ??= { swaps: [], readers: 0 };
  pool.journal.readers += 1;
}

export function release(venue: Venue, restUntil: number): void {
  const { pool } = venue;
  venue.isTaken = false;
  venue.limits = 'any';
  venue.restUntil = restUntil;
  venue.own = new Set();
  venue.marks = [];
  venue.uses = new Map();
  venue.quiet.clear();
  pool.journal!.readers -= 1;
  if (pool.journal!.readers === 0) pool.journal = null;
}

/** Called just before a leg is planned. */
export function mark({ pool, marks }: Venue, slot: number, isBuy: boolean): void {
  marks.push({ slot, isBuy, before: pool.curve, from: pool.journal!.swaps.length });
}

/** The pool as it would be now without the scene's legs, counted from each of its recent legs in a direction. */
export function cleanCurves({ pool, marks, own }: Venue, isBuy: boolean, slot: number): Curve[] {
  const swaps = pool.journal?.swaps ?? [];
  return marks
    .filter((each) => each.isBuy === isBuy && each.slot >= slot - REACH_SLOTS)
    .map(({ before, from }) => {
      let curve = before;
      for (const swap of swaps.slice(from)) if (!own.has(swap)) curve = refill(curve, swap)?.next ?? curve;
      return curve;
    });
}
