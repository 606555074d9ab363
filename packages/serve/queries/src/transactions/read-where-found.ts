import { positionKey, type Signature, type TxPosition } from '@tickscope/chain';
import { LRUCache } from 'lru-cache';
import { perDatabase } from '../caches/per-database.js';
import type { Database, QueryContext } from '../database.js';
import { findPositions } from './find-positions.js';
import { readFound } from './find-transaction.js';

/** Some megabytes. */
const MOST_POSITIONS = 10_000;
const KEPT_MS = 300_000;

const positionsOf = perDatabase(
  () => new LRUCache<Signature, TxPosition>({ max: MOST_POSITIONS, ttl: KEPT_MS }),
);

/**
 * Reads at each position where a transaction may be stored until it is there: where it succeeded first, then newest slot
 * first. Who asks for its next page, or for another of its accounts, asks again within minutes: the position where it was
 * is then tried first.
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
  const positions = await findPositions(database, [signature], context);
  // A signature is rarely at more than one position; only then a further query tells where it succeeded.
  const found = positions.length < 2 ? [] : await readFound(database, positions, [signature], context);
  const places = new Map(found.map((row, place) => [positionKey(row), place]));
  const placeOf = (position: TxPosition): number => places.get(positionKey(position)) ?? found.length;
  for (const position of positions.sort((left, right) => placeOf(left) - placeOf(right))) {
    const answer = await read(position);
    if (answer === null) continue;
    known.set(signature, position);
    return answer;
  }
  return null;
}
