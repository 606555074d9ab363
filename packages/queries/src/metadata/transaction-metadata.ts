import { type Signature, signatureFromBase58 } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { readWholeSlots } from '../transactions/whole-slots.js';

const FIND_METADATA = defineQuery({
  name: 'find-metadata',
  sql: sqlFile(import.meta.url, './find-metadata.sql'),
  params: {
    prefixes: param.exactList,
    signatures: param.signatures,
  },
  // Base58, unix seconds, and lamports as text except for the fee.
  row: {
    signature: column.signature,
    slot: column.integer,
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
  },
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
  if (signatures.length === 0) return new Map();
  const bytes = signatures.map((signature) => Buffer.from(signatureFromBase58(signature)));
  const rows = await database.rows(
    FIND_METADATA,
    {
      prefixes: bytes.map((signature) => signature.readBigUInt64LE()),
      signatures,
    },
    context,
  );
  if (rows.length === 0) return new Map();
  const whole = await readWholeSlots(
    database,
    rows.map(({ slot }) => slot),
    context,
  );
  const found = new Map<string, BareMetadata>();
  for (const row of rows) {
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
