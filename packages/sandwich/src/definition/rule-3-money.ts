import { isQuoteMint, SOL_MINT, type Swap } from '@tickscope/dex';
import type { Leg } from '../engine/leg.js';

/** Rule 3, in token a, for the amount that was both bought and sold. */
export interface Money {
  gross: bigint;
  net: bigint | null;
  costLamports: bigint | null;
  /**
   * Net > 0 in SOL or dollars; without a net, gross above the known, comparable costs. A gain in any other token is
   * unreliable: its value is unknown, and it occurs by chance.
   */
  isProfit: boolean;
}

/** Rounds against the attacker. `bought` and `sold` are the sums of token b, above 0. */
export function moneyOf<S extends Swap>(
  fronts: readonly Leg<S>[],
  backs: readonly Leg<S>[],
  bought: bigint,
  sold: bigint,
): Money {
  const paid = fronts.reduce((sum, { swap }) => sum + swap.traderIn, 0n);
  const earned = backs.reduce((sum, { swap }) => sum + swap.traderOut, 0n);
  const matched = bought < sold ? bought : sold;
  const gross = (earned * matched) / sold - divideUp(paid * matched, bought);
  const { known, isWhole } = costOf([...fronts, ...backs]);
  const costLamports = isWhole ? known : null;
  const { mintIn, mintOut } = fronts[0]!.swap;
  if (mintIn !== SOL_MINT && mintOut !== SOL_MINT)
    return {
      gross,
      net: null,
      costLamports,
      isProfit: gross > 0n && isQuoteMint(mintIn),
    };
  // Lamports are token b: converts them to token a at the front's own rate.
  const cost = mintIn === SOL_MINT ? known : divideUp(known * paid, bought);
  return {
    gross,
    net: isWhole ? gross - cost : null,
    costLamports,
    isProfit: gross - cost > 0n && isQuoteMint(mintIn),
  };
}

/** Sums fees and tips, once per transaction. */
function costOf<S extends Swap>(legs: readonly Leg<S>[]): { known: bigint; isWhole: boolean } {
  const seen = new Set<string>();
  let known = 0n;
  let isWhole = true;
  for (const { swap } of legs) {
    const transaction = `${swap.slot}.${swap.blockIndex}`;
    if (seen.has(transaction)) continue;
    seen.add(transaction);
    known += swap.feeLamports;
    if (swap.jitoTipLamports === null) isWhole = false;
    else known += swap.jitoTipLamports;
  }
  return { known, isWhole };
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
