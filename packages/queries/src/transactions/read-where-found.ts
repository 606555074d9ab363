import type { Signature, TxPosition } from '@tickscope/chain';
import { perDatabase } from '../caches/per-database.js';
import { Recent } from '../caches/recent.js';
import type { Database, QueryContext } from '../database.js';
import { findPositions } from './find-positions.js';

/** Some megabytes. */
const MOST_POSITIONS = 10_000;
const KEPT_MS = 300_000;

const positionsOf = perDatabase(() => new Recent<TxPosition>({ most: MOST_POSITIONS }));

/**
 * Reads at each position where a transaction may be stored, newest slot first, until it is there. Who asks for its next
 * page, or for another of its accounts, asks again within minutes: the position where it was is then tried first.
 *
 * @param read returns null if the transaction is not at the position
 */
export async function readWhereFound<Answer>(
  database: Database,
  signature: Signature,
  context: QueryContext,
  read: (position: TxPosition) => Promise<Answer | null>,
): Promise<Answer | null> {
  const known = positionsOf(database);
  const before = known.get(signature);
  const again = before === undefined ? null : await read(before);
  if (again !== null) return again;
  for (const position of await findPositions(database, [signature], context)) {
    const answer = await read(position);
    if (answer === null) continue;
    known.set(signature, position, KEPT_MS);
    return answer;
  }
  return null;
}
