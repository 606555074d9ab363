import type { Address } from '@tickscope/chain';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import type { Database, QueryContext } from '../database.js';
import { type FeesQuestion, readNewestRange } from './read-fees.js';

const RECENT_FEES = defineFileQuery(import.meta.url, './recent-fees.sql', {
  params: { accounts: param.addresses, slots: param.integers },
  row: { slot: column.integer, price: column.exact },
});

/** The least price that got in, in micro-lamports per compute unit. */
export type RecentFee = RowOf<typeof RECENT_FEES>;

/**
 * The least price that got into each of the newest slots and, where accounts are given, into all of them that were written
 * there: what a node answers to `getRecentPrioritizationFees`. Failed transactions, which a node counts, do not count. Slots
 * that are not stored, or in which no transaction is known to have succeeded, are left out.
 */
export async function readRecentFees(
  database: Database,
  { accounts, slots }: { accounts: readonly Address[]; slots: FeesQuestion['slots'] },
  context: QueryContext,
): Promise<RecentFee[]> {
  const found = await readNewestRange(database, slots, context);
  if (found === null) return [];
  return database.rows(RECENT_FEES, { accounts, slots: found.readable }, context);
}
