import type { PlannedSwap } from '../plan.js';

/** The sum that swaps took from their traders, all fees included. */
export function paid(swaps: readonly PlannedSwap[]): bigint {
  return swaps.reduce((total, { fill }) => total + fill.traderIn, 0n);
}

/** The sum that swaps gave their traders. */
export function got(swaps: readonly PlannedSwap[]): bigint {
  return swaps.reduce((total, { fill }) => total + fill.traderOut, 0n);
}

/** Fees and tips of the transactions of swaps, lamports. */
export function costOf(swaps: readonly PlannedSwap[]): bigint {
  let cost = 0;
  for (const { placed } of new Set(swaps.map(({ plan }) => plan)))
    cost += placed!.feeLamports + placed!.jitoTipLamports;
  return BigInt(cost);
}

/** The slots of placed swaps. */
export function slotsOf(swaps: readonly PlannedSwap[]): { firstSlot: number; lastSlot: number } {
  const slots = swaps.map(({ plan }) => plan.placed!.slot);
  return { firstSlot: Math.min(...slots), lastSlot: Math.max(...slots) };
}
