import type { Transaction } from '../accounts.js';
import { lockAccount } from '../jobs/steps.js';
import { assertAccountId } from './account-id.js';

/**
 * Locks the account's row to the end of the transaction, and creates it first where it is missing. This
 * serializes changes of an account's keys and subscription, as for its jobs.
 * @throws InvalidAccountError
 */
export async function holdAccount(tx: Transaction, account: string): Promise<void> {
  assertAccountId(account);
  await tx.query('INSERT INTO tickscope.accounts (id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  await lockAccount(tx, account);
}
