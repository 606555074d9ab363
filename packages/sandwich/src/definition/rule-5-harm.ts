import type { Swap } from '@tickscope/dex';
import type { Candidate } from '../engine/candidate.js';
import type { Leg, Placed } from '../engine/leg.js';
import type { Window } from '../engine/window.js';
import { compareInstructions } from '../position.js';
import type { LossMethod } from '../sandwich.js';
import { poolFee } from './rule-5-pool-fees.js';
import { amountOut, type Reserves, type Steps, solveReserves, stepsOf } from './rule-5-reserves.js';

/** Rule 5 for one victim: how much more of its `mintOut` it would have got, on the pool's side of the amounts. */
export interface Loss {
  amount: bigint;
  method: LossMethod;
}

export interface Harm {
  /** In the order of the victims; null where no loss can be computed. */
  losses: readonly (Loss | null)[];
  residual: number | null;
}

/**
 * Computes the losses of a sandwich's victims. Computes none if liquidity changed between the first front leg and the
 * last victim. Time is linear in the pool's swaps within the sandwich.
 */
export function harmOf<S extends Swap>(
  candidate: Candidate<S>,
  victims: readonly Placed<S>[],
  window: Window<S>,
): Harm {
  const losses: (Loss | null)[] = victims.map(() => null);
  const front = candidate.fronts[0]!;
  const last = victims[victims.length - 1];
  if (last === undefined || hasLiquidityChange(front, last, window)) return { losses, residual: null };
  const { poolKind, programId } = front.swap;
  if (poolKind === 'proprietary' || poolKind === 'order_book') return { losses, residual: null };
  const { fronts, backs } = candidate;
  const steps = stepsOf(window.between(front, backs[backs.length - 1]!));
  const attackers = [...fronts, ...backs].map(({ order }) => order);
  const isProduct = poolKind === 'constant_product' || poolKind === 'bonding_curve';
  const reserves = isProduct ? solveReserves(steps) : null;
  if (reserves === null) boundByFront(front, steps, attackers, victims, losses);
  else replay(steps, attackers, reserves, 1 - poolFee(programId), victims, losses);
  return { losses, residual: reserves?.residual ?? null };
}

/** Replays the pool without the attacker's legs; everyone else pays in the same amounts. */
function replay<S extends Swap>(
  { rows, isForward, amountIn, amountOut: amountsOut, gainedX, lostY }: Steps<S>,
  attackers: readonly number[],
  { x, y }: Reserves,
  share: number,
  victims: readonly Placed<S>[],
  losses: (Loss | null)[],
): void {
  let victim = 0;
  let cleanX = x;
  let cleanY = y;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (attackers.includes(row)) continue;
    const paid = amountIn[at]!;
    if (!isForward[at]) {
      const clean = amountOut(cleanY, cleanX, paid, share);
      cleanY += paid;
      cleanX -= clean;
      continue;
    }
    const clean = amountOut(cleanX, cleanY, paid, share);
    if (row === victims[victim]?.order) {
      // Uses the ratio of the two modelled outputs, so that the model's error cancels out.
      const attacked = amountOut(x + gainedX[at]!, y - lostY[at]!, paid, share);
      const more = amountsOut[at]! * (clean / attacked - 1);
      if (Number.isFinite(more)) losses[victim] = { amount: BigInt(Math.floor(more)), method: 'replay' };
      victim += 1;
    }
    cleanX += paid;
    cleanY -= clean;
  }
}

/**
 * Bounds losses by the front's rate: a smaller swap in the front's position would have had at least that rate. Once
 * others have bought, the price would have moved without the attacker too, and the front's rate is no bound.
 */
function boundByFront<S extends Swap>(
  front: Leg<S>,
  { swaps, rows, isForward }: Steps<S>,
  attackers: readonly number[],
  victims: readonly Placed<S>[],
  losses: (Loss | null)[],
): void {
  const { poolIn, poolOut } = front.swap;
  const at = rows.findIndex((row, place) => isForward[place] && !attackers.includes(row));
  const first = swaps[at];
  if (first === undefined || first !== victims[0]?.swap || poolIn === 0n || first.poolIn > poolIn) return;
  const amount = (first.poolIn * poolOut) / poolIn - first.poolOut;
  losses[0] = { amount, method: 'front_rate' };
}

function hasLiquidityChange<S extends Swap>(front: Leg<S>, last: Placed<S>, window: Window<S>): boolean {
  return window
    .eventsOf(front.pool.address, front.slot, last.swap.slot)
    .some(
      (event) =>
        event.kind !== 'fees_collected' &&
        compareInstructions(front.swap, event) < 0 &&
        compareInstructions(event, last.swap) < 0,
    );
}
