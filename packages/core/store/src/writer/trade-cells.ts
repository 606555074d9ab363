import { cachedPubkey, type Transaction } from '@tickscope/chain';
import type { SwapAccount, TransactionCost } from '@tickscope/dex';
import type { RowBuffer } from './row-buffer.js';

/** Values of the enclosing block that the rows of a trade need. */
export interface Surroundings {
  blockTime: number | null;
  version: number;
  transaction(blockIndex: number): Transaction;
  /** Null if the entries are unknown. */
  pohTick(blockIndex: number): number | null;
}

/** Columns block_time and signature. */
export function encodeTransactionOf(rows: RowBuffer, blockIndex: number, around: Surroundings): void {
  rows.nullable(around.blockTime, rows.uint32);
  rows.fixed(around.transaction(blockIndex).signatures[0]!);
}

/** The columns of `encodeCost`. */
export const COST_COLUMNS = ['fee', 'priority_fee', 'compute_unit_price', 'jito_tip'] as const;

export function encodeCost(rows: RowBuffer, cost: TransactionCost): void {
  rows.uint64(cost.feeLamports);
  rows.nullable(cost.priorityFeeLamports, rows.uint64);
  rows.nullable(cost.computeUnitPrice, rows.uint64);
  rows.nullable(cost.jitoTipLamports, rows.uint64);
}

/** The columns of `encodeSwapAccount`: account, owner, and balances before and after. */
export const accountColumns = (side: 'source' | 'destination'): string[] =>
  ['account', 'owner', 'before', 'after'].map((name) => `${side}_${name}`);

export function encodeSwapAccount(rows: RowBuffer, account: SwapAccount): void {
  nullableKey(rows, account.account);
  nullableKey(rows, account.owner);
  rows.nullable(account.balanceBefore, rows.uint64);
  rows.nullable(account.balanceAfter, rows.uint64);
}

export function encodeKeys(rows: RowBuffer, keys: readonly string[]): void {
  rows.varint(keys.length);
  for (const key of keys) rows.fixed(cachedPubkey(key));
}

export function nullableKey(rows: RowBuffer, key: string | null): void {
  rows.nullable(key === null ? null : cachedPubkey(key), rows.fixed);
}
