import { positionKey } from '@tickscope/chain';
import type { MatchingTransaction, TradeContext } from '@tickscope/queries/trade-context';
import type { StoredTransaction } from '@tickscope/queries/transactions';
import { reportedTick } from '@tickscope/queries/transactions';
import type { components } from '@tickscope/schemas';

export type TransactionRecord = components['schemas']['TransactionRecord'];
export type SlotResult = components['schemas']['SlotResult'];

/** The roles of transactions in sandwiches, by position. */
export type Roles = TradeContext['roles'];

/** Makes the record of a transaction. A block without entries counts as one entry. */
export function transactionRecord(tx: StoredTransaction, roles: Roles): TransactionRecord {
  return {
    signature: tx.signature,
    signer: tx.signer,
    slot: tx.slot,
    poh_tick: reportedTick(tx.slot, tx.pohTick),
    poh_tick_exact: tx.pohTick !== null,
    entry_index: tx.entryIndex ?? 0,
    tx_index: tx.txIndex ?? tx.blockIndex,
    block_index: tx.blockIndex,
    timestamp: tx.blockTime === null ? null : new Date(tx.blockTime * 1_000).toISOString(),
    is_vote: tx.isVote ? 1 : 0,
    accounts_read_count: tx.accountsReadCount,
    accounts_written_count: tx.accountsWrittenCount,
    success: tx.success,
    roles: [...(roles.get(positionKey(tx)) ?? [])],
  };
}

/** Groups the rows of a page by slot, in the order given, with ticks relative to the original. */
export function resultsBySlot(
  rows: readonly MatchingTransaction[],
  original: StoredTransaction,
  roles: Roles,
): SlotResult[] {
  const originalTick = reportedTick(original.slot, original.pohTick);
  const results: SlotResult[] = [];
  for (const row of rows) {
    let result = results.at(-1);
    if (result?.slot !== row.slot) {
      result = {
        slot: row.slot,
        slot_offset: row.slot - original.slot,
        transactions: [],
        transaction_count: 0,
      };
      results.push(result);
    }
    const record = transactionRecord(row, roles);
    result.transactions.push({
      ...record,
      poh_tick_offset: record.poh_tick - originalTick,
      matched_in_read: !row.isWrite,
      matched_in_written: row.isWrite,
      is_original: row.slot === original.slot && row.blockIndex === original.blockIndex,
    });
    result.transaction_count += 1;
  }
  return results;
}
