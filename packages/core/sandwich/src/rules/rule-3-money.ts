import { SOL_MINT, type Swap } from '@tickscope/dex';
import type { LegTips, Money } from '../model/candidate.js';
import type { Leg } from '../model/leg.js';

/** Payments and earnings of a sandwich's entity in the token of its gain, with the amount of the other token for each. */
export interface Turnover {
  paid: bigint;
  /** For what it paid; above 0. */
  bought: bigint;
  earned: bigint;
  /** For what it earned; above 0. */
  sold: bigint;
}

/** Computes the turnover of an entity that bought b and sold it again: its gain is in a. */
export function turnoverInA<S extends Swap>(fronts: readonly Leg<S>[], backs: readonly Leg<S>[]): Turnover {
  return {
    paid: sum(fronts, 'traderIn'),
    bought: sum(fronts, 'traderOut'),
    earned: sum(backs, 'traderOut'),
    sold: sum(backs, 'traderIn'),
  };
}

/** Computes the turnover of an entity that sold a and bought it back: its gain is in b. */
export function turnoverInB<S extends Swap>(fronts: readonly Leg<S>[], backs: readonly Leg<S>[]): Turnover {
  return {
    paid: sum(backs, 'traderIn'),
    bought: sum(backs, 'traderOut'),
    earned: sum(fronts, 'traderOut'),
    sold: sum(fronts, 'traderIn'),
  };
}

/**
 * Rounds against the attacker.
 *
 * @param gainMint the token of `paid` and `earned`
 * @param tips those around the legs
 */
export function moneyOf<S extends Swap>(
  fronts: readonly Leg<S>[],
  backs: readonly Leg<S>[],
  { paid, bought, earned, sold }: Turnover,
  gainMint: string,
  tips: LegTips,
): Money {
  const matched = bought < sold ? bought : sold;
  const gross = (earned * matched) / sold - divideUp(paid * matched, bought);
  const { known, isWhole } = costOf([...fronts, ...backs], tips);
  const costLamports = isWhole ? known : null;
  const { mintIn, mintOut } = fronts[0]!.swap;
  if (mintIn !== SOL_MINT && mintOut !== SOL_MINT)
    return { gross, net: null, costLamports, tips, isProfit: gross > 0n };
  // Lamports are the other token: converts them to the token of the gain at the entity's own rate.
  const cost = gainMint === SOL_MINT ? known : divideUp(known * paid, bought);
  return {
    gross,
    net: isWhole ? gross - cost : null,
    costLamports,
    tips,
    isProfit: gross - cost > 0n,
  };
}

function sum<S extends Swap>(legs: readonly Leg<S>[], amount: 'traderIn' | 'traderOut'): bigint {
  return legs.reduce((total, { swap }) => total + swap[amount], 0n);
}

/** Sums the fees of the legs' transactions and of those with the entity's own tips, once each, and these tips. */
function costOf<S extends Swap>(
  legs: readonly Leg<S>[],
  { own }: LegTips,
): { known: bigint; isWhole: boolean } {
  const seen = new Set<string>();
  let known = 0n;
  let isWhole = true;
  const add = (lamports: bigint | null): void => {
    if (lamports === null) isWhole = false;
    else known += lamports;
  };
  const addFee = (slot: number, blockIndex: number, feeLamports: bigint | null): void => {
    const transaction = `${slot}.${blockIndex}`;
    if (seen.has(transaction)) return;
    seen.add(transaction);
    add(feeLamports);
  };
  for (const { swap } of legs) addFee(swap.slot, swap.blockIndex, swap.feeLamports);
  for (const { slot, blockIndex, feeLamports, lamports } of own) {
    addFee(slot, blockIndex, feeLamports);
    add(lamports);
  }
  return { known, isWhole };
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
