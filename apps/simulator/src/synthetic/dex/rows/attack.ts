import type { PlanContext } from '../../kinds/kind.js';
import type { Party, TransactionPlan } from '../../plan.js';
import type { RouteFee } from '../aggregator.js';
import { got, paid } from '../planned-swap.js';
import type { Step } from '../steps.js';
import { placedTrade } from './bystander.js';
import { type LegExecutor, legPlan } from './leg-executor.js';
import { type Moment, momentsAround, momentsOver } from './moments.js';
import type { Stage, Trip } from './row.js';
import type { Limits, ScenePool } from './scene-pool.js';
import { aimed, lamportsOf, quoteOf } from './sizes.js';

/** A sandwich as its attacker plans it. */
export interface AttackPlan {
  fronts: LegExecutor[];
  backs: LegExecutor[];
  span: readonly [number, number];
  isBuy?: boolean;
  victims?: number;
  /** The victims' limits; half or more of their room is taken by default. */
  limits?: Limits;
  /** Share that is sold again, in thousandths of what was bought; or the amount, by what was traded. */
  sold?: bigint;
  backAmount?: (trip: Trip) => bigint | null;
  /** Transactions between front and back that hand the tokens over. */
  links?: ((trip: Trip, now: PlanContext) => TransactionPlan)[];
  /** Whether they are in a slot of their own. */
  isQuiet?: boolean;
  /** Right after the fronts, and right before the first back. */
  inner?: [(now: PlanContext) => TransactionPlan, (now: PlanContext) => TransactionPlan];
  backParty?: () => Party;
  /** Fee that the victims' aggregator takes. */
  fee?: RouteFee;
}

const FEE_LAMPORTS = 900_000n;

/** The steps of a sandwich in a scene pool; null if there is no worthwhile victim in it now. Takes the scene pool. */
export function attackSteps(stage: Stage, scenePool: ScenePool, wishes: AttackPlan): Step[] | null {
  const { random, market } = stage;
  const { fronts, backs, isBuy = true, victims = 1, limits = 'used', links = [], inner } = wishes;
  const slots = stage.slotsOver(wishes.span);
  if (slots === null) return null;
  const legs = BigInt(fronts.length + backs.length + links.length);
  const aim = aimed(scenePool.pool, random, {
    isBuy,
    victims,
    leastGross: quoteOf(scenePool.pool, 3_000_000n + FEE_LAMPORTS * legs),
  });
  if (aim === null) return null;
  const trip = stage.trip(scenePool, isBuy);
  const tips = tipsOf(stage);

  const frontSteps = fronts.map((executor, index) => (now: PlanContext) => {
    const part = aim.front / BigInt(fronts.length);
    const rest = aim.front - part * BigInt(fronts.length - 1);
    return legPlan(stage, trip, 'front', executor, index === 0 ? rest : part, now, {
      tipLamports: tipFor(tips.front / fronts.length, aim.gross, scenePool),
    });
  });
  const victimSteps = Array.from({ length: victims }, (_, index) => (now: PlanContext) => {
    const amountIn = aim.sizes[index]!;
    return placedTrade(market, trip, { isBuy, amountIn, limits, fee: wishes.fee }, now);
  });
  const backSteps = backs.map((executor, index) => (now: PlanContext) => {
    const all = wishes.backAmount?.(trip) ?? (got(trip.fronts) * (wishes.sold ?? 1_000n)) / 1_000n;
    const done = paid(trip.backs);
    const share = BigInt(random.between(60, 140));
    const part = (all * share) / (100n * BigInt(backs.length));
    const isLast = index === backs.length - 1;
    return legPlan(stage, trip, 'back', executor, isLast ? all - done : part, now, {
      tipLamports: isLast ? tipFor(tips.back, aim.gross, scenePool) : 0,
      ...(wishes.backParty && { party: wishes.backParty() }),
    });
  });
  const linkSteps = links.map((link) => (now: PlanContext) => link(trip, now));
  const withInner = inner === undefined ? [[], []] : [[inner[0]], [inner[1]]];
  const before = [...frontSteps, ...withInner[0]!, ...victimSteps, ...withInner[1]!];
  if (wishes.isQuiet === true && slots.length >= 3) {
    const late = random.chance(0.5) ? victimSteps.length : 0;
    const early = before.slice(0, before.length - late);
    const after = [...before.slice(before.length - late), ...backSteps];
    const moments = momentsAround(random, slots, {
      before: early.length,
      quiet: links.length,
      after: after.length,
    });
    for (const each of [scenePool, scenePool.sibling]) each?.quiet.add(moments.quietSlot);
    return [
      ...placed(early, moments.before),
      ...placed(linkSteps, moments.quiet),
      ...placed(after, moments.after),
    ];
  }
  // The tokens are handed over at once, or just before they are sold.
  const all = random.chance(0.5)
    ? [...frontSteps.slice(1), ...linkSteps, ...before.slice(frontSteps.length)]
    : [...before.slice(1), ...linkSteps];
  const steps = [before[0]!, ...all, ...backSteps];
  return placed(steps, momentsOver(random, slots, steps.length));
}

export function placed(plans: readonly Step['plan'][], moments: readonly Moment[]): Step[] {
  return plans.map((plan, index) => ({ ...moments[index]!, plan }));
}

/** Shares of the gain that are tipped with the front and with the back. */
function tipsOf({ random }: Stage): { front: number; back: number } {
  const draw = random.unit();
  const share = 0.02 + 0.4 * random.unit();
  if (draw < 0.35) return { front: 0, back: 0 };
  return draw < 0.75 ? { front: 0, back: share } : { front: share, back: 0 };
}

function tipFor(share: number, gross: bigint, { pool }: ScenePool): number {
  return Math.floor(share * Number(lamportsOf(pool, gross)));
}
