import type { SlotRange } from '@tickscope/chain';
import {
  column,
  defineQuery,
  param,
  type ReadConnection,
  type RowOf,
  runQuery,
  sqlFile,
} from '@tickscope/store';
import { READ_TIMEOUT_MS } from './stored-blocks.js';

const TRANSACTION_COUNTS = defineQuery({
  name: 'transaction-counts',
  sql: sqlFile(import.meta.url, './transaction-counts.sql'),
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
  { fromSlot, toSlot }: SlotRange,
): Promise<Map<number, TransactionCounts>> {
  const params = { from_slot: fromSlot, to_slot: toSlot };
  const rows = await runQuery(read, TRANSACTION_COUNTS, params, { timeoutMs: READ_TIMEOUT_MS });
  return new Map(rows.map((counts) => [counts.slot, counts]));
}
