import type { Database, QueryContext } from '../../database.js';
import type { FoundTransaction } from '../../transactions/find-transaction.js';
import type { VictimsAndSandwiches } from '../stored-sandwiches.js';
import { describeSandwiches } from './describe-sandwiches.js';
import { detectAround } from './detect-around.js';
import { findNeighbourhoods } from './neighbourhoods.js';

/**
 * Adds the sandwiches around some successful transactions that span more slots than the stored ones. The
 * detector finds them among the swaps of those pools in which a known bot traded.
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
  // Stored sandwiches are reported as they are stored.
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
