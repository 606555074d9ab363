import type { Database, QueryContext } from '../../database.js';
import type { FoundTransaction } from '../../transactions/find-transaction.js';
import { type Role, rolesByPosition } from '../roles.js';
import type { StoredSandwiches } from '../stored-sandwiches.js';
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
  stored: StoredSandwiches,
  transactions: readonly FoundTransaction[],
  window: number,
  context: QueryContext,
  progress: (share: number) => void,
): Promise<StoredSandwiches> {
  const neighbourhoods = await findNeighbourhoods(database, transactions, window, context);
  const all = {
    victims: [...stored.victims],
    legs: new Map(stored.legs),
    evidence: new Map(stored.evidence),
    leastWindows: stored.leastWindows,
  };
  const detected = await detectAround(database, neighbourhoods, window, context, progress);
  // Stored sandwiches are reported as they are stored.
  const reported = new Set(stored.victims.map(({ sandwichId }) => sandwichId));
  const isReported = (id: string): boolean => reported.has(id) && stored.evidence.has(id);
  const found = await describeSandwiches(
    database,
    detected.filter(({ sandwich }) => !isReported(sandwich.id)),
    window,
    context,
  );
  for (const [id, evidence] of found.evidence) all.evidence.set(id, evidence);
  for (const [id, legs] of found.legs) all.legs.set(id, legs);
  all.victims.push(...found.victims);
  const legs = found.victims.map((victim) => ({ ...victim, role: 'victim' as const }));
  return { ...all, roles: withRoles(stored.roles, rolesByPosition(legs, found.evidence)) };
}

function withRoles(
  stored: ReadonlyMap<string, Role[]>,
  found: ReadonlyMap<string, Role[]>,
): Map<string, Role[]> {
  const roles = new Map(stored);
  for (const [key, own] of found) roles.set(key, [...(roles.get(key) ?? []), ...own]);
  return roles;
}
