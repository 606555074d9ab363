import type { Transaction } from '../block.js';
import { KNOWN_TIP_ACCOUNTS, TipAccounts } from './tip-accounts.js';
import { namedTipAccounts, tipPayments } from './tip-payments.js';

const JITO = KNOWN_TIP_ACCOUNTS.filter(({ service }) => service === 'Jito');
const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;

/** Jito's eight tip accounts. */
export const JITO_TIP_ACCOUNTS: readonly string[] = JITO.map(({ account }) => account);
const JITO_ALONE = new TipAccounts(JITO);

/**
 * Returns the lamports that a transaction tipped to Jito alone, as `transactions.jito_tip` has them. Null if a tip account
 * may be among its keys and its inner instructions or its success are unknown, or if the sum exceeds 64 bits, more than
 * exist.
 */
export function jitoTipLamports(tx: Transaction): bigint | null {
  if (namedTipAccounts(0, tx, JITO_ALONE) === null) return tx.loaded === null ? null : 0n;
  if (tx.meta === null) return null;
  let sum = 0n;
  for (const { lamports } of tipPayments(0, tx, JITO_ALONE)) {
    if (lamports === null) return null;
    sum += lamports;
  }
  return sum <= MAX_UINT64 ? sum : null;
}
