import type { Signature } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { column, defineFileQuery, param } from '@tickscope/store';
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

export type TransactionMetadata = components['schemas']['TransactionMetadata'];
/** Without the symbols of its tokens and without the time until which it is cached. */
export type BareMetadata = Omit<TransactionMetadata, 'cached_until'>;

/** Returns what the tables have about each signature; unknown signatures are left out. */
export async function storedMetadata(
  database: Database,
  signatures: readonly Signature[],
  context: QueryContext,
): Promise<Map<string, BareMetadata>> {
  const positions = await findPositions(database, signatures, context);
  if (positions.length === 0) return new Map();
  const slots = positions.map(({ slot }) => slot);
  const [copies, whole] = await Promise.all([
    database.rows(FIND_METADATA, { positions }, context),
    readWholeSlots(database, slots, context),
  ]);
  const found = new Map<string, BareMetadata>();
  for (const row of foundAt(positions, signatures, copies)) {
    const { signature, slot, blockTime, success, error, fee, signer, tokenChanges } = row;
    if (!whole.has(slot) || found.has(signature)) continue;
    found.set(signature, {
      ...{ signature, found: true, slot, blockTime, success, err: parsedError(error), fee },
      ...{ priority_fee: row.priorityFee, jito_tip: row.jitoTip, compute_units: row.computeUnits },
      ...{ signer, sol_change: row.solChange },
      token_changes: tokenChanges.map(({ mint, decimals, amount }) => ({
        mint,
        symbol: null,
        decimals,
        amount,
      })),
      source: 'clickhouse',
    });
  }
  return found;
}

export function unknownMetadata(signature: Signature, source: 'unavailable' | null): BareMetadata {
  return {
    ...{ signature, found: false, slot: null, blockTime: null, success: null, err: null, fee: null },
    ...{ priority_fee: null, jito_tip: null, compute_units: null, signer: null, sol_change: null },
    token_changes: [],
    source,
  };
}

/** The error is stored as the JSON that a node prints. */
export function parsedError(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
