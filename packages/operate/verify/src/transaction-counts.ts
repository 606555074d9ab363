import type { SlotRange } from '@tickscope/chain';
import { column, defineFileQuery, param, type ReadConnection, type RowOf } from '@tickscope/store';
import { rowsOfRange } from './stored-blocks.js';

const TRANSACTION_COUNTS = defineFileQuery(import.meta.url, './transaction-counts.sql', {
  params: { from_slot: param.integer, to_slot: param.integer },
  row: {
    slot: column.integer,
    rows: column.integer,
    lastIndex: column.integer,
    votes: column.integer,
    failures: column.integer,
    /** Distinct first signatures. */
    signatures: column.integer,
    /** Transactions with incomplete locks, because their loaded addresses are unknown. */
    withoutLocks: column.integer,
    locks: column.text,
    writes: column.text,
    sumOfLockIndexes: column.text,
    /** Sum of the hashes of (signature prefix, index). */
    signatureHash: column.text,
    trades: column.text,
    /** Sum over the trades of the hashes of (pool, index). */
    tradeHash: column.text,
    /** Sum over the trades of the hashes of (signature, pool, index). */
    signedTradeHash: column.text,
  },
});

/** Totals of the transactions of a slot. Sums are UInt64 as text: they are only compared. */
export type TransactionCounts = RowOf<typeof TRANSACTION_COUNTS>;

export async function readTransactionCounts(
  read: ReadConnection,
  range: SlotRange,
): Promise<Map<number, TransactionCounts>> {
  const rows = await rowsOfRange(read, TRANSACTION_COUNTS, range);
  return new Map(rows.map((counts) => [counts.slot, counts]));
}
