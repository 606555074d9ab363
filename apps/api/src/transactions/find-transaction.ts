import { signatureFromBase58 } from '@tickscope/chain';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import { toIntegerOrNull } from '../database/integers.js';
import type { QueryContext } from '../request-context.js';
import { type StoredTransaction, storedTransaction, type TransactionColumns } from './stored-transaction.js';

const FIND_TRANSACTION = {
  name: 'find-transaction',
  sql: sqlFile(import.meta.url, './find-transaction.sql'),
};

export interface FoundTransaction extends StoredTransaction {
  success: boolean | null;
  feeLamports: number | null;
  /** The pools of its swaps and failed swaps, in order. */
  markets: TradedMarket[];
}

/** All base58. */
export interface TradedMarket {
  pool: string;
  programId: string;
  /** In and out; for a failed swap those that it named. */
  mints: string[];
}

type MarketColumns = [pool: string, programId: string, mints: string[]];

/**
 * Returns every copy of a transaction, newest slot first. The caller has to check whether the block of a copy
 * is stored whole: the copies include rows of blocks that are being written, or whose writer died.
 *
 * @param signature base58 of 64 bytes
 */
export async function findTransaction(
  database: Database,
  signature: string,
  context: QueryContext,
): Promise<FoundTransaction[]> {
  return findTransactions(database, [signature], context);
}

/** Returns the copies of some transactions, at most 8 of each. Unknown signatures are left out. */
export async function findTransactions(
  database: Database,
  signatures: readonly string[],
  context: QueryContext,
): Promise<FoundTransaction[]> {
  const bytes = signatures.map((signature) => Buffer.from(signatureFromBase58(signature)));
  const rows = await database.rows<[...TransactionColumns, boolean | null, string | null, MarketColumns[]]>(
    FIND_TRANSACTION,
    { prefixes: bytes.map((signature) => signature.readBigUInt64LE()) },
    context,
  );
  const asked = new Set(signatures);
  // Compares the full signatures. No two known signatures begin with the same 8 bytes.
  return rows
    .filter(([signature]) => asked.has(signature))
    .map((row) => ({
      ...storedTransaction(row),
      success: row[11],
      feeLamports: toIntegerOrNull(row[12]),
      markets: row[13].map(([pool, programId, mints]) => ({ pool, programId, mints })),
    }));
}
