import type { TxPosition } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';

const TRANSACTION_TIPS = defineFileQuery(import.meta.url, './transaction-tips.sql', {
  params: { slot: param.integer, block_index: param.integer },
  row: {
    service: column.text,
    /** Base58. */
    account: column.text,
    /** Null: the transaction names the account, and what it paid is not known. */
    lamports: column.nullable(column.text),
  },
  isPointRead: true,
});

export type TransactionTip = RowOf<typeof TRANSACTION_TIPS>;

/** Reads what a transaction tipped to landing services, by account. */
export async function readTransactionTips(
  database: Database,
  { slot, blockIndex }: TxPosition,
  context: QueryContext,
): Promise<TransactionTip[]> {
  return database.rows(TRANSACTION_TIPS, { slot, block_index: blockIndex }, context);
}
