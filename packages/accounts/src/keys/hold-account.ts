import type { Transaction } from '../accounts.js';
import { lockAccount } from '../jobs/steps.js';
import { assertAccountId } from './account-id.js';

/**
 * Holds the account's row to the end of the transaction, and makes it first where there is none: what changes an
 * account's keys or subscription takes turns here, as its jobs do.
 * @throws InvalidAccountError
 */
export async function holdAccount(tx: Transaction, account: string): Promise<void> {
  assertAccountId(account);
  await tx.query('INSERT INTO tickscope.accounts (id) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  await lockAccount(tx, account);
}
