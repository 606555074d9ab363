import type { Curve } from '../curve.js';

/** A victim as its attacker sees it before it is on chain. */
export interface PendingTrade {
  amountIn: bigint;
  minOut: bigint;
}

const SEARCH_ROUNDS = 36;

/** The profit of a front leg of this size; null if it would violate some victim's or the pool's limit. */
export function grossOf(
  curve: Curve,
  isBuy: boolean,
  amountIn: bigint,
  trades: readonly PendingTrade[],
): bigint | null {
  const front = curve.exactIn(isBuy, amountIn);
  if (front === null) return null;
  let at = front.next;
  for (const { amountIn: paid, minOut } of trades) {
    const filled = at.exactIn(isBuy, paid);
    if (filled === null || filled.fill.traderOut < minOut) return null;
    at = filled.next;
  }
  const back = at.exactIn(!isBuy, front.fill.traderOut);
  return back === null ? null : back.fill.traderOut - front.fill.traderIn;
}

/**
 * The most profitable front leg: bisection finds the largest that the victims' limits allow, ternary search the best up
 * to there. Null if none is profitable.
 */
export function bestFront(
  curve: Curve,
  isBuy: boolean,
  trades: readonly PendingTrade[],
  budget: bigint,
): { amountIn: bigint; gross: bigint } | null {
  let largest = 0n;
  for (let low = 0n, high = budget, round = 0; round < SEARCH_ROUNDS && low < high; round += 1) {
    const middle = (low + high + 1n) / 2n;
    if (grossOf(curve, isBuy, middle, trades) === null) high = middle - 1n;
    else {
      largest = middle;
      low = middle;
    }
  }
  if (largest === 0n) return null;
  const earned = (amountIn: bigint): bigint => grossOf(curve, isBuy, amountIn, trades) ?? -budget;
  let [low, high] = [largest / 50n, largest];
  for (let round = 0; round < SEARCH_ROUNDS && high - low > 1_000n; round += 1) {
    const third = (high - low) / 3n;
    if (earned(low + third) < earned(high - third)) low += third;
    else high -= third;
  }
  const gross = earned(low);
  return low > 0n && gross > 0n ? { amountIn: low, gross } : null;
}
