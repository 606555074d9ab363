import {
  comparePositions,
  positionKey,
  type Signature,
  signatureFromBase58,
  type TxPosition,
} from '@tickscope/chain';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const FIND_POSITIONS = defineFileQuery(import.meta.url, './find-positions.sql', {
  params: { prefixes: param.exactList },
  row: { slot: column.integer, blockIndex: column.integer },
  isPointRead: true,
});
/** Far more than signatures can be asked for. */
const MOST_POSITIONS = 1_000;

/**
 * Returns where some transactions may be stored, newest slot first, at most 1,000. The caller has to check whether the block is stored
 * whole, and whether the transaction there has such a signature.
 */
export async function findPositions(
  database: Database,
  signatures: readonly Signature[],
  context: QueryContext,
): Promise<TxPosition[]> {
  if (signatures.length === 0) return [];
  const prefixes = signatures.map((each) => Buffer.from(signatureFromBase58(each)).readBigUInt64LE());
  const rows = await database.rows(FIND_POSITIONS, { prefixes }, context);
  const distinct = [...new Map(rows.map((row) => [positionKey(row), row])).values()];
  return distinct
    .sort((left, right) => right.slot - left.slot || comparePositions(left, right))
    .slice(0, MOST_POSITIONS);
}
