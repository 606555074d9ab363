import type { Signature } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { findPositions } from '../transactions/find-positions.js';
import { foundAt } from '../transactions/find-transaction.js';
import { readWholeSlots } from '../transactions/stored-slots.js';

const FIND_METADATA = defineFileQuery(import.meta.url, './find-metadata.sql', {
  params: { positions: param.positions },
  // Base58, unix seconds, and lamports as text except for the fee.
  row: {
    signature: column.signature,
    slot: column.integer,
    blockIndex: column.integer,
    blockTime: column.nullable(column.integer),
    success: column.nullable(column.flag),
    error: column.nullable(column.text),
    fee: column.nullable(column.integer),
    priorityFee: column.nullable(column.text),
    jitoTip: column.nullable(column.text),
    computeUnits: column.nullable(column.integer),
    signer: column.address,
    solChange: column.nullable(column.text),
    tokenChanges: column.list(
      column.tuple({
        mint: column.address,
        decimals: column.integer,
        /** In the smallest unit of the token. */
        amount: column.text,
      }),
    ),
    version: column.integer,
  },
  isPointRead: true,
});

export type StoredMetadata = RowOf<typeof FIND_METADATA>;

/** Returns what the tables have about each signature; unknown signatures are left out. */
export async function storedMetadata(
  database: Database,
  signatures: readonly Signature[],
  context: QueryContext,
): Promise<Map<string, StoredMetadata>> {
  const positions = await findPositions(database, signatures, context);
  if (positions.length === 0) return new Map();
  const slots = positions.map(({ slot }) => slot);
  const [versions, whole] = await Promise.all([
    database.rows(FIND_METADATA, { positions }, context),
    readWholeSlots(database, slots, context),
  ]);
  const found = new Map<string, StoredMetadata>();
  for (const row of foundAt(positions, signatures, versions))
    if (whole.has(row.slot) && !found.has(row.signature)) found.set(row.signature, row);
  return found;
}
