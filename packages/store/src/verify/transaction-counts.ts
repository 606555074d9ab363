import type { SlotRange } from '@tickscope/chain';
import type { ClickHouseClient } from '../client.js';
import { queryRows } from '../query.js';
import { sqlFile } from '../sql-file.js';
import { READ_TIMEOUT_MS } from './stored-blocks.js';

const TRANSACTION_COUNTS = sqlFile(import.meta.url, './transaction-counts.sql');

/** Totals of the transactions of a slot. Sums are UInt64 as text: they are only compared. */
export interface TransactionCounts {
  rows: number;
  lastIndex: number;
  votes: number;
  failures: number;
  /** Distinct first signatures. */
  signatures: number;
  /** Transactions with incomplete locks, because their loaded addresses are unknown. */
  withoutLocks: number;
  locks: string;
  writes: string;
  sumOfLockIndexes: string;
  /** Sum of the hashes of (signature prefix, index). */
  signaturePrint: string;
  trades: string;
  /** Sum over the trades of the hashes of (signature, index). */
  tradePrint: string;
}

type Row = [
  ...[slot: string, rows: string, lastIndex: number, votes: string, failures: string],
  ...[signatures: string, withoutLocks: string, locks: string, writes: string, sumOfLockIndexes: string],
  ...[signaturePrint: string, trades: string, tradePrint: string],
];

export async function readTransactionCounts(
  client: ClickHouseClient,
  { fromSlot, toSlot }: SlotRange,
): Promise<Map<number, TransactionCounts>> {
  const rows = await queryRows<Row>(client, TRANSACTION_COUNTS, {
    params: { from_slot: fromSlot, to_slot: toSlot },
    timeoutMs: READ_TIMEOUT_MS,
  });
  return new Map(
    rows.map((row) => {
      const [slot, count, lastIndex, votes, failures, signatures, withoutLocks, ...rest] = row;
      const [locks, writes, sumOfLockIndexes, signaturePrint, trades, tradePrint] = rest;
      const counts: TransactionCounts = {
        rows: Number(count),
        lastIndex,
        votes: Number(votes),
        failures: Number(failures),
        signatures: Number(signatures),
        withoutLocks: Number(withoutLocks),
        locks,
        writes,
        sumOfLockIndexes,
        signaturePrint,
        trades,
        tradePrint,
      };
      return [Number(slot), counts];
    }),
  );
}
