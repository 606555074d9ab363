import type { Swap } from '@tickscope/dex';
import type { LossMethod } from './bracket.js';
import type { Candidate } from './candidate.js';
import type { Leg } from './leg.js';
import { poolFee } from './pool-fees.js';
import { comparePositions } from './position.js';
import { amountOut, type Reserves, type Step, solveReserves, stepsOf } from './reserves.js';
import { legAt, type Window } from './window.js';

/** Rule 5 for one victim: what it would have got more of its `mintOut`, on the pool's side. */
export interface Loss {
  amount: bigint;
  method: LossMethod;
}

export interface Harm<S extends Swap> {
  losses: ReadonlyMap<Leg<S>, Loss>;
  residual: number | null;
}

const NO_HARM_KNOWN = { losses: new Map<never, Loss>(), residual: null };

/**
 * What a bracket's victims lost. Where liquidity came or went between the first front and the last victim nothing is
 * said. Time: the swaps of the pool within the bracket.
 */
export function harmOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Leg<S>[],
  window: Window<S>,
): Harm<S> {
  const front = candidate.fronts[0]!;
  const last = victims[victims.length - 1];
  if (last === undefined || hasLiquidityChange(front, last, window)) return NO_HARM_KNOWN;
  const { poolKind, programId } = front.swap;
  if (poolKind === 'proprietary' || poolKind === 'order_book') return NO_HARM_KNOWN;
  const steps = stepsOf(insideOf(candidate), new Set([...candidate.fronts, ...candidate.backs]));
  const isProduct = poolKind === 'constant_product' || poolKind === 'bonding_curve';
  const reserves = isProduct ? solveReserves(steps) : null;
  if (reserves === null) return { losses: boundByFront(front, steps, new Set(victims)), residual: null };
  const losses = replay(steps, reserves, 1 - poolFee(programId), new Set(victims));
  return { losses, residual: reserves.residual };
}

/** The pool without the attacker's legs; everyone else pays in what they paid in. */
function replay<S extends Swap>(
  steps: readonly Step<S>[],
  { x, y }: Reserves,
  share: number,
  victims: ReadonlySet<Leg<S>>,
): Map<Leg<S>, Loss> {
  const losses = new Map<Leg<S>, Loss>();
  let cleanX = x;
  let cleanY = y;
  for (const step of steps) {
    if (step.isAttacker) continue;
    if (!step.isForward) {
      const paid = amountOut(cleanY, cleanX, step.amountIn, share);
      cleanY += step.amountIn;
      cleanX -= paid;
      continue;
    }
    const clean = amountOut(cleanX, cleanY, step.amountIn, share);
    if (victims.has(step.leg)) {
      // By ratio, so that what the model says a little wrong of both worlds falls out.
      const attacked = amountOut(x + step.gainedX, y - step.lostY, step.amountIn, share);
      const more = step.amountOut * (clean / attacked - 1);
      if (Number.isFinite(more)) losses.set(step.leg, { amount: BigInt(Math.floor(more)), method: 'replay' });
    }
    cleanX += step.amountIn;
    cleanY -= clean;
  }
  return losses;
}

/**
 * A smaller swap in the front's place would have had at least the front's rate. Once others have bought, the pool's price
 * would have moved without the attacker too, and the front's rate bounds nothing.
 */
function boundByFront<S extends Swap>(
  front: Leg<S>,
  steps: readonly Step<S>[],
  victims: ReadonlySet<Leg<S>>,
): Map<Leg<S>, Loss> {
  const losses = new Map<Leg<S>, Loss>();
  const { poolIn, poolOut } = front.swap;
  const first = steps.find(({ isAttacker, isForward }) => !isAttacker && isForward)?.leg;
  if (first === undefined || !victims.has(first) || poolIn === 0n || first.swap.poolIn > poolIn)
    return losses;
  const amount = (first.swap.poolIn * poolOut) / poolIn - first.swap.poolOut;
  losses.set(first, { amount, method: 'front_rate' });
  return losses;
}

/** The pool's swaps from the first front to the last leg. */
function insideOf<S extends Swap>({ fronts, backs }: Candidate<S>): Leg<S>[] {
  const { pool, ordinal: first } = fronts[0]!;
  const end = backs[backs.length - 1]!.order;
  const inside: Leg<S>[] = [];
  for (let ordinal = first; ordinal - pool.base < pool.legs.length; ordinal += 1) {
    const leg = legAt(pool, ordinal);
    if (leg.order > end) break;
    inside.push(leg);
  }
  return inside;
}

function hasLiquidityChange<S extends Swap>(front: Leg<S>, last: Leg<S>, window: Window<S>): boolean {
  return window
    .eventsOf(front.pool.address, front.slot, last.slot)
    .some(
      (event) =>
        event.kind !== 'fees_collected' &&
        comparePositions(front.swap, event) < 0 &&
        comparePositions(event, last.swap) < 0,
    );
}
