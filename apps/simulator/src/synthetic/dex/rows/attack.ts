import type { PlanContext } from '../../kinds/kind.js';
import type { TransactionPlan } from '../../plan.js';
import type { Party } from '../pool.js';
import { got } from '../sandwich/legs.js';
import { type Hand, legPlan } from './hand.js';
import { type Moment, momentsAround, momentsOver } from './moments.js';
import { outsiderPlan } from './outsider.js';
import type { Stage, Step, Trip } from './row.js';
import { aimed, lamportsOf, quoteOf } from './sizes.js';
import type { Limits, Venue } from './venue.js';

/** A sandwich as its attacker plans it. */
export interface AttackPlan {
  fronts: Hand[];
  backs: Hand[];
  span: readonly [number, number];
  isBuy?: boolean;
  victims?: number;
  /** The victims' limits; half or more of their room is taken by default. */
  limits?: Limits;
  /** What is sold again, in thousandths of what was bought; or the amount, by what was traded. */
  sold?: bigint;
  backAmount?: (trip: Trip) => bigint | null;
  /** Transactions between front and back that hand the tokens over. */
  links?: ((trip: Trip, now: PlanContext) => TransactionPlan)[];
  /** Whether they are in a slot of their own. */
  isQuiet?: boolean;
  /** Right after the fronts, and right before the first back. */
  inner?: [(now: PlanContext) => TransactionPlan, (now: PlanContext) => TransactionPlan];
  frontParty?: () => Party;
  backParty?: () => Party;
}

const FEE_LAMPORTS = 900_000n;

/** The steps of a sandwich in a venue; null if there is no worthwhile victim in it now. Takes the venue. */
export function attackSteps(stage: Stage, venue: Venue, wishes: AttackPlan): Step[] | null {
  const { random, market } = stage;
  const { fronts, backs, isBuy = true, victims = 1, limits = 'used', links = [], inner } = wishes;
  const slots = stage.slotsOver(wishes.span);
  if (slots === null) return null;
  const legs = BigInt(fronts.length + backs.length + links.length);
  const aim = aimed(venue.pool, random, {
    isBuy,
    victims,
    leastGross: quoteOf(venue.pool, 3_000_000n + FEE_LAMPORTS * legs),
  });
  if (aim === null) return null;
  const trip = stage.trip(venue, isBuy);
  const tips = tipsOf(stage);

  const frontSteps = fronts.map((hand, index) => (now: PlanContext) => {
    const part = aim.front / BigInt(fronts.length);
    const rest = aim.front - part * BigInt(fronts.length - 1);
    return legPlan(stage, trip, 'front', hand, index === 0 ? rest : part, now, {
      tipLamports: tipFor(tips.front / fronts.length, aim.gross, venue),
      ...(wishes.frontParty && { party: wishes.frontParty() }),
    });
  });
  const victimSteps = Array.from({ length: victims }, (_, index) => (now: PlanContext) => {
    const amountIn = aim.sizes[index]!;
    const { plan: made, swap } = outsiderPlan(market, { venue, isBuy, amountIn, limits }, now);
    if (swap !== null) trip.placed.push(swap);
    return made;
  });
  const backSteps = backs.map((hand, index) => (now: PlanContext) => {
    const all = wishes.backAmount?.(trip) ?? (got(trip.fronts) * (wishes.sold ?? 1_000n)) / 1_000n;
    const done = trip.backs.reduce((sum, { fill }) => sum + fill.traderIn, 0n);
    const share = BigInt(random.between(60, 140));
    const part = (all * share) / (100n * BigInt(backs.length));
    const isLast = index === backs.length - 1;
    return legPlan(stage, trip, 'back', hand, isLast ? all - done : part, now, {
      tipLamports: isLast ? tipFor(tips.back, aim.gross, venue) : 0,
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
    for (const each of [venue, venue.sibling]) each?.quiet.add(moments.quietSlot);
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

function tipFor(share: number, gross: bigint, { pool }: Venue): number {
  return Math.floor(share * Number(lamportsOf(pool, gross)));
}
