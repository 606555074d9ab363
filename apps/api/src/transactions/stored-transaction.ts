import { toInteger, toIntegerOrNull } from '../database/integers.js';

/** A row of `transactions` for the operations. Null: the source of the block did not have it. */
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

/** The first columns of the SELECT lists that begin with a transaction. */
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
