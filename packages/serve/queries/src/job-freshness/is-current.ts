import { readNewestBlock } from '../coverage/index.js';
import type { Database, QueryContext } from '../database.js';
import { ReadError } from '../errors.js';
import { findTransactions } from '../transactions/find-transaction.js';
import { type Basis, parseBasis } from './basis.js';
import { readRecentChanges } from './recent-changes.js';
import { readRecentTrips } from './record-watch.js';

/** The caller waits for this check. If the database takes longer, the work is done again instead. */
const WITHIN_MS = 5_000;

/** Whether a result with this basis would be the same now; false where the database does not answer. */
export async function isBasisCurrent(
  database: Database,
  text: string,
  { id, signal, account }: QueryContext,
): Promise<boolean> {
  const basis = parseBasis(text);
  if (basis === null) return false;
  const context = { id, account, signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]) };
  try {
    return await isCurrent(database, basis, context);
  } catch (error) {
    if (error instanceof ReadError && error.code === 'unavailable') return false;
    throw error;
  }
}

async function isCurrent(database: Database, basis: Basis, context: QueryContext): Promise<boolean> {
  if (basis.actors === null) return false;
  const [newest, changes, recordDigest, found] = await Promise.all([
    readNewestBlock(database, context),
    readRecentChanges(database, basis, context),
    readRecentTrips(database, basis.actors, basis.since, context),
    basis.unknown.length === 0 ? [] : findTransactions(database, basis.unknown, context),
  ]);
  const isSameHead = (newest?.slot ?? null) === basis.head;
  if (basis.restsOnHead && !isSameHead) return false;
  if (recordDigest !== basis.recordDigest) return false;
  if (found.length > 0 || changes.digest !== basis.digest) return false;
  return !isSameHead || changes.tailDigest === basis.tailDigest;
}
