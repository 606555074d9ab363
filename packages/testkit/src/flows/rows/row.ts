import { type Play, play } from '../play.js';
import type { FlowPool, Side } from '../pool.js';
import type { LegPlan, Scene, Use } from '../scene.js';
import type { Stage } from '../stage.js';

/** A row of the tables in docs/detection.md, "What the answer must be": one kind of attack, or of look-alike. */
export interface Row {
  name: string;
  isAttack: boolean;
  /** The share to be counted: at least this of an attack, at most this of a look-alike. */
  goal: number;
  /** How many times as many scenes as other rows it needs to show its actors' whole day. */
  times?: number;
  /**
   * Returns what plants one scene now; false if its pools are busy. Only scenes of the row's name are scored.
   */
  make(stage: Stage): () => boolean;
}

export interface Trip {
  kind: string;
  wallets: readonly [buyer: string, seller: string];
  span: number;
  pool?: FlowPool;
  side?: Side;
  use?: Use;
  victims?: number;
  /** Sizes of front and victims as shares of the pool, in thousandths. */
  front?: readonly [number, number];
  victim?: readonly [number, number];
  soldPerMillion?: number;
  /** Applied to both legs. */
  leg?: Partial<LegPlan>;
  frontLeg?: Partial<LegPlan>;
  backLeg?(scene: Scene): Partial<LegPlan>;
  between?: Play['between'];
  betweenSlots?: number;
  /** Wallets and programs of the entity, if there are more than the two. */
  programs?: readonly string[];
}

const FRONT = [10, 50] as const;
const VICTIM = [25, 60] as const;

/** A front, victims and a back; false if no pool is free. */
export function trip(stage: Stage, plan: Trip): boolean {
  const { random, world } = stage;
  const { side = 'buy', span, wallets, leg, victims = 1 } = plan;
  const pool = plan.pool ?? stage.takePool(world.pools, span);
  if (pool === null) return false;
  const share = ([low, high]: readonly [number, number]): bigint =>
    stage.shareOf(pool, side, low / 1_000, high / 1_000);
  const [buyer, seller] = wallets;
  play(stage, {
    kind: plan.kind,
    pool,
    side,
    span,
    frontAmount: share(plan.front ?? FRONT),
    victimAmounts: Array.from({ length: victims }, () => share(plan.victim ?? VICTIM)),
    ...(plan.use === undefined ? {} : { use: plan.use }),
    soldPerMillion: plan.soldPerMillion ?? 1_000_000,
    front: (_, amountIn) => ({ wallet: buyer, amountIn, cost: stage.bid(), ...leg, ...plan.frontLeg }),
    back: (scene, amountIn) => ({
      wallet: seller,
      amountIn,
      cost: random.chance(0.5) ? stage.bid() : stage.bidWithTip(scene.prospect(amountIn), 0.2),
      ...leg,
      ...plan.backLeg?.(scene),
    }),
    ...(plan.between === undefined ? {} : { between: plan.between }),
    ...(plan.betweenSlots === undefined ? {} : { betweenSlots: plan.betweenSlots }),
    ending: { attackers: [...new Set(wallets)], programs: plan.programs ?? [] },
  });
  return true;
}

/** An actor that trades again and again, with time between for its sandwiches to become final. */
export interface Actor {
  number: number;
  trips: number;
  freeAt: number;
}

const REST_SLOTS = 24;

/**
 * Plants by turns of a few actors. Scenes up to the fifth of an actor have another name, so that they are not scored.
 *
 * @param plant one scene of an actor; false if no pool was free
 */
export function byActors(
  stage: Stage,
  name: string,
  count: number,
  plant: (actor: Actor, kind: string) => { span: number } | null,
): () => boolean {
  const actors = Array.from(
    { length: count },
    (): Actor => ({
      number: stage.nextNumber(),
      trips: 0,
      freeAt: 0,
    }),
  );
  return () => {
    const actor = actors.find(({ freeAt }) => freeAt <= stage.world.slot);
    if (actor === undefined) return false;
    const kind = actor.trips >= 5 ? name : `${name}, the first five`;
    const planted = plant(actor, kind);
    if (planted === null) return false;
    actor.trips += 1;
    actor.freeAt = stage.world.slot + planted.span + REST_SLOTS;
    return true;
  };
}
