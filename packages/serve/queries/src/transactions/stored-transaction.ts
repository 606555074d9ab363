import { column, type RowOf } from '@tickscope/store';

/** The columns of a SELECT list that begins with a transaction. Null: the source of the block did not have it. */
export const TRANSACTION_COLUMNS = {
  /** Base58. */
  signature: column.signature,
  slot: column.integer,
  blockIndex: column.integer,
  entryIndex: column.nullable(column.integer),
  txIndex: column.nullable(column.integer),
  pohTick: column.nullable(column.integer),
  /** Unix seconds. */
  blockTime: column.nullable(column.integer),
  /** Base58. */
  signer: column.address,
  isVote: column.flag,
  accountsReadCount: column.nullable(column.integer),
  accountsWrittenCount: column.nullable(column.integer),
  success: column.nullable(column.flag),
};

export type StoredTransaction = RowOf<typeof TRANSACTION_COLUMNS>;
