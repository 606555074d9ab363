import type { Swap, Tip } from '@tickscope/dex';
import type { LegTips } from '../model/candidate.js';
import type { Leg } from '../model/leg.js';

const NO_TIPS: LegTips = { own: [], others: [] };

/**
 * The tips around legs, to any landing service (Rule 3): in the legs' transactions, and in transactions directly next to
 * one that trade nothing. Those of the entity's wallets are its own.
 */
export function tipsAround<S extends Swap>(
  legs: readonly Leg<S>[],
  isOwn: (wallet: string) => boolean,
): LegTips {
  const own: Tip[] = [];
  const others: Tip[] = [];
  const seen = new Set<string>();
  const legTransactions = new Set(legs.map(({ swap }) => transactionOf(swap.slot, swap.blockIndex)));
  for (const { swap, pool } of legs) {
    const tips = pool.window.tipsOf(swap.slot);
    if (tips.size === 0) continue;
    for (const blockIndex of [swap.blockIndex - 1, swap.blockIndex, swap.blockIndex + 1]) {
      const transaction = transactionOf(swap.slot, blockIndex);
      if (seen.has(transaction)) continue;
      seen.add(transaction);
      for (const tip of tips.get(blockIndex) ?? []) {
        if (legTransactions.has(transaction)) own.push(tip);
        else if (tip.isAlone) (isOwn(tip.feePayer) ? own : others).push(tip);
      }
    }
  }
  return own.length + others.length === 0 ? NO_TIPS : { own, others };
}

function transactionOf(slot: number, blockIndex: number): string {
  return `${slot}.${blockIndex}`;
}
