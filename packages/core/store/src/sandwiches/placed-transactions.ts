import { positionKey, type TxPosition } from '@tickscope/chain';
import { column, defineFileQuery, param, type Read } from '../query/index.js';
import { positionBatches } from './position-batches.js';
import type { PlacedTransaction } from './sandwich-rows.js';

const RANGE = {
  from_slot: param.integer,
  to_slot: param.integer,
  slots: param.integers,
  block_indexes: param.integers,
};
const POSITION = { slot: column.integer, blockIndex: column.integer };
const TIME = { pohTick: column.nullable(column.integer), blockTime: column.nullable(column.integer) };
const PLACED_TRANSACTIONS = defineFileQuery(import.meta.url, './placed-transactions.sql', {
  params: RANGE,
  row: { ...POSITION, signature: column.text, signer: column.text, ...TIME },
});
const PLACED_SWAPS = defineFileQuery(import.meta.url, './placed-swaps.sql', {
  params: { traders: param.texts, ...RANGE },
  row: { ...POSITION, signature: column.text, ...TIME },
});

/** By `positionKey`. */
export type PlacedTransactions = ReadonlyMap<string, PlacedTransaction>;

/**
 * Signature, tick and time of the transactions of some swaps and attempts. Reads them from `transactions`, and those that
 * have expired there from `swaps_by_trader`, which keeps its rows as long as `swaps`.
 */
export async function placedTransactions(
  read: Read,
  trades: readonly (TxPosition & { trader: string })[],
): Promise<PlacedTransactions> {
  const placed = new Map<string, PlacedTransaction>(await transactionsAt(read, trades));
  const missing = trades.filter((trade) => !placed.has(positionKey(trade)));
  for (const positions of positionBatches(missing)) {
    const rows = await read(PLACED_SWAPS, {
      traders: [...new Set(positions.map(({ trader }) => trader))],
      ...rangeOf(positions),
    });
    for (const { slot, blockIndex, ...transaction } of rows)
      placed.set(positionKey({ slot, blockIndex }), transaction);
  }
  return placed;
}

/** Those of the transactions that are still stored, with their fee payers. */
export async function transactionsAt(
  read: Read,
  wanted: readonly TxPosition[],
): Promise<Map<string, PlacedTransaction & { signer: string }>> {
  const transactions = new Map<string, PlacedTransaction & { signer: string }>();
  for (const positions of positionBatches(wanted)) {
    const rows = await read(PLACED_TRANSACTIONS, rangeOf(positions));
    for (const { slot, blockIndex, ...transaction } of rows)
      transactions.set(positionKey({ slot, blockIndex }), transaction);
  }
  return transactions;
}

/** @param positions sorted, as `positionBatches` yields them */
function rangeOf(positions: readonly TxPosition[]) {
  return {
    from_slot: positions[0]!.slot,
    to_slot: positions.at(-1)!.slot,
    slots: positions.map(({ slot }) => slot),
    block_indexes: positions.map(({ blockIndex }) => blockIndex),
  };
}
