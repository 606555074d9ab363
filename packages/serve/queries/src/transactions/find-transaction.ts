import { positionKey, type Signature, type TxPosition } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { bestVersions } from '../best-versions.js';
import type { Database, QueryContext } from '../database.js';
import { findPositions } from './find-positions.js';
import { TRANSACTION_COLUMNS } from './stored-transaction.js';

const FOUND_COLUMNS = {
  ...TRANSACTION_COLUMNS,
  feeLamports: column.nullable(column.integer),
  /** The pools of its swaps and failed swaps, in order. All base58. */
  markets: column.list(
    column.tuple({
      pool: column.address,
      programId: column.address,
      /** In and out; for a failed swap those that it named. */
      mints: column.list(column.address),
    }),
  ),
};

export type FoundTransaction = RowOf<typeof FOUND_COLUMNS>;
export type TradedMarket = FoundTransaction['markets'][number];

const FIND_TRANSACTION = defineFileQuery(import.meta.url, './find-transaction.sql', {
  params: { positions: param.positions },
  row: { ...FOUND_COLUMNS, version: column.integer },
  isPointRead: true,
});
/**
 * Returns every stored version of a transaction, those that succeeded first, then newest slot first. The caller has to
 * check whether the block of each is stored whole: they include rows of blocks that are being written, or whose writer
 * died.
 *
 * @param signature base58 of 64 bytes
 */
export async function findTransaction(
  database: Database,
  signature: Signature,
  context: QueryContext,
): Promise<FoundTransaction[]> {
  return findTransactions(database, [signature], context);
}

/** Returns the stored versions of some transactions, at most 1,000 in all. Unknown signatures are left out. */
export async function findTransactions(
  database: Database,
  signatures: readonly Signature[],
  context: QueryContext,
): Promise<FoundTransaction[]> {
  const positions = await findPositions(database, signatures, context);
  return readFound(database, positions, signatures, context);
}

/** Returns the transactions at the positions that `findPositions` gave for some signatures; see `foundAt` for their order. */
export async function readFound(
  database: Database,
  positions: readonly TxPosition[],
  signatures: readonly Signature[],
  context: QueryContext,
): Promise<FoundTransaction[]> {
  if (positions.length === 0) return [];
  return foundAt(positions, signatures, await database.rows(FIND_TRANSACTION, { positions }, context));
}

/**
 * The best versions of the transactions at some positions that have one of the signatures: those that succeeded first,
 * then the others, each in the order of the positions. A signature can be in several blocks: failed in one with a
 * durable nonce, it can be sent again, and of all of these at most one succeeds, which is the one that a caller means.
 */
export function foundAt<
  Row extends TxPosition & { signature: Signature; version: number; success: boolean | null },
>(positions: readonly TxPosition[], signatures: readonly Signature[], versions: readonly Row[]): Row[] {
  const found = bestVersions(versions, positionKey);
  const rows = positions.flatMap((position) => found.get(positionKey(position)) ?? []);
  const asked = new Set(signatures);
  // Compares the full signatures. No two known signatures begin with the same 8 bytes.
  const own = rows.filter(({ signature }) => asked.has(signature));
  return [...own.filter(({ success }) => success === true), ...own.filter(({ success }) => success !== true)];
}
