import type { LastHour } from './api/chain-queries.js';
import type { Sandwich } from './api/queries.js';
import { solText } from './format/sol.js';
import { plural } from './format/text.js';
import { addLoss, type LossSum, NO_LOSS } from './loss-sum.js';
import { isLeastOfAll } from './sentences/loss.js';

/** The cost of the sandwiches on a DEX. */
export interface DexLoss extends LossSum {
  name: string;
}

/** Losses by DEX, the largest first. */
export function lossByDex(sandwiches: readonly Pick<Sandwich, 'pool' | 'loss' | 'victims'>[]): DexLoss[] {
  const byName = new Map<string, DexLoss>();
  for (const sandwich of sandwiches) {
    const name = sandwich.pool.dex_name;
    const sum = addLoss(byName.get(name) ?? NO_LOSS, sandwich.loss, isLeastOfAll(sandwich));
    byName.set(name, { name, ...sum });
  }
  return [...byName.values()].sort((left, right) => right.sol - left.sol);
}

/** Which sandwiches the sums are of: not those of the hour where it has more, or is not stored from its start. */
export function titleOf(
  hour: Pick<LastHour, 'sandwiches' | 'isTruncated' | 'isStartStored'> | undefined,
): string {
  if (hour === undefined) return 'Lost by DEX';
  if (hour.isTruncated)
    return `Lost by DEX, in the newest ${plural(hour.sandwiches.length, 'sandwich', 'sandwiches')}`;
  return `Lost by DEX, in ${hour.isStartStored ? 'the last hour' : 'what is stored of the last hour'}`;
}

/** `at least 12.3 SOL in 41 sandwiches, without 2 whose loss is not known in SOL`. */
export function noteOf(sums: readonly DexLoss[]): string {
  const sum = (of: (one: DexLoss) => number): number => sums.reduce((total, one) => total + of(one), 0);
  const unknown = sum((one) => one.unknown);
  const known = sum(({ count }) => count) - unknown;
  const without =
    unknown === 0 ? '' : `, without ${unknown.toLocaleString('en')} whose loss is not known in SOL`;
  const least = sums.some(({ isLeast }) => isLeast) ? 'at least ' : '';
  return `${least}${solText(String(sum(({ sol }) => sol)))} in ${plural(known, 'sandwich', 'sandwiches')}${without}`;
}
