import type { Database } from '../../database/database.js';
import type { QueryContext } from '../../request-context.js';
import type { FoundTransaction } from '../../transactions/find-transaction.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';
import { describeSandwiches } from './describe-sandwiches.js';
import { detectAround } from './detect-around.js';
import { findNeighbourhoods } from './neighbourhoods.js';

/**
 * Adds the sandwiches that span more slots than those stored, around some successful transactions: those of attackers who
 * are known, found by the detector among the swaps of the pools in which there is such a one.
 *
 * @param window 11 to 1,000
 */
export async function addWideSandwiches(
  database: Database,
  stored: VictimsAndSandwiches,
  transactions: readonly FoundTransaction[],
  window: number,
  context: QueryContext,
  progress: (share: number) => void,
): Promise<VictimsAndSandwiches> {
  const neighbourhoods = await findNeighbourhoods(database, transactions, window, context);
  const all = {
    victims: [...stored.victims],
    legs: new Map(stored.legs),
    evidence: new Map(stored.evidence),
  };
  const detected = await detectAround(database, neighbourhoods, window, context, progress);
  // What is stored is told as it is stored.
  const found = await describeSandwiches(
    database,
    detected.filter(({ sandwich }) => !stored.evidence.has(sandwich.id)),
    window,
    context,
  );
  for (const [id, evidence] of found.evidence) all.evidence.set(id, evidence);
  for (const [id, legs] of found.legs) all.legs.set(id, legs);
  all.victims.push(...found.victims);
  return all;
}
