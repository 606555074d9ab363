import { keyToBase58, type TokenBalance, type TransactionMeta } from '@tickscope/chain';
import type { TokenInit } from './token-instruction.js';

/** The data of a token account that a transaction shows. */
export interface TokenAccount {
  /** Base58. */
  mint: string;
  /** Base58; null in blocks that do not record owners. */
  owner: string | null;
  /** Balance before and after the transaction; an account that did not exist holds 0. */
  before: bigint;
  after: bigint;
}

/** Token accounts by their index among the transaction's keys. */
export type TokenAccounts = Map<number, TokenAccount>;

/**
 * Returns the token accounts in a transaction's balance lists. An account in only one of the two lists was opened or
 * closed by the transaction. Accounts that were opened *and* closed are in neither; `addPassing` adds those from the
 * instructions that initialise them.
 */
export function tokenAccountsOf({
  preTokenBalances,
  postTokenBalances,
}: Pick<TransactionMeta, 'preTokenBalances' | 'postTokenBalances'>): TokenAccounts {
  const accounts: TokenAccounts = new Map();
  for (const balance of preTokenBalances)
    accounts.set(balance.accountIndex, opened(balance, balance.amount, 0n));
  for (const balance of postTokenBalances) {
    const known = accounts.get(balance.accountIndex);
    if (known === undefined) accounts.set(balance.accountIndex, opened(balance, 0n, balance.amount));
    else known.after = balance.amount;
  }
  return accounts;
}

/** Adds the accounts that a transaction opened and closed again, with balances of 0 before and after. */
export function addPassing(
  accounts: TokenAccounts,
  inits: readonly TokenInit[],
  textOf: (index: number) => string | null,
): void {
  for (const { account, mint, owner } of inits) {
    if (accounts.has(account)) continue;
    const mintText = textOf(mint);
    if (mintText === null) continue;
    const ownerText = typeof owner === 'number' ? textOf(owner) : keyToBase58(owner);
    accounts.set(account, { mint: mintText, owner: ownerText, before: 0n, after: 0n });
  }
}

function opened({ mint, owner }: TokenBalance, before: bigint, after: bigint): TokenAccount {
  return { mint, owner, before, after };
}
