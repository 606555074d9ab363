import { toInteger, toIntegerOrNull } from '../database/integers.js';

/** A row of `transactions` as the operations need it. Null: the source of the block did not tell. */
export interface StoredTransaction {
  /** Base58. */
  signature: string;
  slot: number;
  blockIndex: number;
  entryIndex: number | null;
  txIndex: number | null;
  pohTick: number | null;
  /** Unix seconds. */
  blockTime: number | null;
  /** Base58. */
  signer: string;
  isVote: boolean;
  accountsReadCount: number | null;
  accountsWrittenCount: number | null;
}

/** The columns of the SELECT lists that begin with a transaction, in their order. */
export type TransactionColumns = [
  signature: string,
  slot: string,
  blockIndex: number,
  entryIndex: number | null,
  txIndex: number | null,
  pohTick: string | null,
  blockTime: number | null,
  signer: string,
  isVote: boolean,
  accountsReadCount: number | null,
  accountsWrittenCount: number | null,
];

export function storedTransaction(row: readonly [...TransactionColumns, ...unknown[]]): StoredTransaction {
  const [
    signature,
    slot,
    blockIndex,
    entryIndex,
    txIndex,
    pohTick,
    blockTime,
    signer,
    isVote,
    read,
    written,
  ] = row;
  return {
    signature,
    slot: toInteger(slot),
    blockIndex,
    entryIndex,
    txIndex,
    pohTick: toIntegerOrNull(pohTick),
    blockTime,
    signer,
    isVote,
    accountsReadCount: read,
    accountsWrittenCount: written,
  };
}
