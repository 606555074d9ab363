import {
  comparePositions,
  positionKey,
  type Signature,
  signatureFromBase58,
  type TxPosition,
} from '@tickscope/chain';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const FIND_POSITIONS = defineQuery({
  name: 'find-positions',
  sql: sqlFile(import.meta.url, './find-positions.sql'),
  params: { prefix: param.exact },
  row: { slot: column.integer, blockIndex: column.integer },
  isPointRead: true,
});

/**
 * Returns where a transaction may be stored, newest slot first. The caller has to check whether the block is stored
 * whole, and whether the transaction there has this signature.
 */
export async function findPositions(
  database: Database,
  signature: Signature,
  context: QueryContext,
): Promise<TxPosition[]> {
  const prefix = Buffer.from(signatureFromBase58(signature)).readBigUInt64LE();
  const rows = await database.rows(FIND_POSITIONS, { prefix }, context);
  const distinct = [...new Map(rows.map((row) => [positionKey(row), row])).values()];
  return distinct.sort((left, right) => right.slot - left.slot || comparePositions(left, right));
}
