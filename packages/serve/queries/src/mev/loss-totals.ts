import { sumOfSol } from '../amounts/loss.js';
import type { Incident } from './incidents.js';

/** Sums the costs of the sandwiches of some transactions. A sandwich counts once for each of its victims. */
export function lossTotals(transactions: readonly { incidents: readonly Incident[] }[]): {
  total_loss_sol: string;
  loss_unknown_count: number;
} {
  const losses = transactions.flatMap(({ incidents }) => {
    // Only failed attempts of a sandwich within the window do not make a sandwich there.
    const counted = incidents.filter(({ success }) => success);
    return [...new Map(counted.map(({ sandwich }) => [sandwich.id, sandwich.loss])).values()];
  });
  const known = losses.flatMap((loss) => (loss === null || loss.sol === null ? [] : [loss.sol]));
  return { total_loss_sol: sumOfSol(known), loss_unknown_count: losses.length - known.length };
}
