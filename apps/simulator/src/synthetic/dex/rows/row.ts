import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import type { Random } from '../../random.js';
import type { Market } from '../market.js';
import type { PlannedSwap } from '../planned-swap.js';
import type { DexName } from '../pool.js';
import type { Sponsors } from './sponsors.js';
import type { Terminals } from './terminals.js';
import type { Limits, Venue } from './venue.js';

/** A row of the definition's tables: who acts how, and how often that may or must be counted. */
export interface Row {
  name: string;
  isAttack: boolean;
  /** The least share that must be counted of an attack, the largest that may be of a look-alike. */
  goal: number;
  /** What a look-alike must have made to be worth a verdict; either by default. */
  wants?: 'gain' | 'loss';
  /** Round trips of an actor before the row's promise holds. */
  notBefore: number;
  /** How many actors play at a time. */
  lanes: number;
  /** Scenes of one actor. */
  scenes: readonly [number, number];
  /** Slots between two scenes of a lane. */
  gap: readonly [number, number];
  /** What the limits of a pool's own traders leave while a scene of the row plays there. */
  bystanders: Limits;
  /** Makes an actor: called for each of its scenes. */
  actor(stage: Stage): Act;
}

/** Plans one scene. Null if it is not possible now; then it must not have changed anything. */
export type Act = (stage: Stage) => Step[] | null;

/** One transaction of a scene: its position, and a function that plans it when the block reaches it. */
export interface Step {
  slot: number;
  /** A share of the block; steps with the same value are adjacent. */
  position: number;
  plan(now: PlanContext): TransactionPlan;
}

/** A round trip of an actor in a pool. */
export interface Trip {
  row: Row;
  actor: number;
  /** How many its actor had begun before. */
  nth: number;
  venue: Venue;
  /** The direction of its fronts. */
  isBuy: boolean;
  fronts: PlannedSwap[];
  backs: PlannedSwap[];
  /** Trades that the scene placed between the sides. */
  placed: PlannedSwap[];
  /** Whether a trade of the scene was not possible. */
  isBroken: boolean;
}

export interface VenueWish {
  dexes?: readonly DexName[];
  isDollar?: boolean;
  /** With another pool of the same token that is free too. */
  isPaired?: boolean;
  not?: Venue;
}

/** What a scene is made with. */
export interface Stage {
  context: PlanContext;
  random: Random;
  slot: number;
  market: Market;
  terminals: Terminals;
  sponsors: Sponsors;
  /** A venue without a scene; null if there is none now. */
  venue(wish?: VenueWish): Venue | null;
  /** A round trip, whose label is written once the scene is over. Takes its venue. */
  trip(venue: Venue, isBuy?: boolean): Trip;
  /** A venue that the scene made itself, for as long as it plays. */
  addVenue(venue: Venue): void;
  /** The slots with blocks from this one on, over a span of slots in these bounds; null if skipped slots prevent that. */
  slotsOver(span: readonly [number, number]): number[] | null;
}
