import { Account, type Mint } from '../account.js';
import type { Random } from '../random.js';

export interface TokenAccounts {
  newTokenAccount(owner: Account, mint: Mint, amount: bigint): Account;
  /** The owner's account of a mint, funded with at least this amount on first use. */
  fundedAccountOf(owner: Account, mint: Mint, amount: bigint): Account;
  /** The owner's account of a mint; created empty on first use. */
  tokenAccountOf(owner: Account, mint: Mint): Account;
}

/**
 * Tracks which owner has which token accounts. Unreferenced owners are collected with their accounts. The world's
 * wallets stay forever: a limited number of them keep their accounts, and the others trade through new ones when they
 * return. Wrapped SOL is always kept, because it is their money.
 */
export function createTokenAccounts(
  random: Random,
  wrappedSol: Mint,
  wallets: readonly Account[],
): TokenAccounts {
  const accounts = new WeakMap<Account, Map<Mint, Account>>();
  const lasting = new Set(wallets);
  const remembered: Account[] = [];
  const most = Math.max(1_000, wallets.length >> 1);

  const remember = (owner: Account): void => {
    remembered.push(owner);
    if (remembered.length <= most) return;
    const forgotten = remembered.shift()!;
    const money = accounts.get(forgotten)?.get(wrappedSol);
    accounts.delete(forgotten);
    if (money !== undefined) accounts.set(forgotten, new Map([[wrappedSol, money]]));
  };
  const newTokenAccount = (owner: Account, mint: Mint, amount: bigint): Account =>
    Account.ofTokens(random.key(), mint, owner, amount);
  const fundedAccountOf = (owner: Account, mint: Mint, amount: bigint): Account => {
    let ofOwner = accounts.get(owner);
    if (ofOwner === undefined) {
      ofOwner = new Map();
      accounts.set(owner, ofOwner);
    }
    let account = ofOwner.get(mint);
    if (account === undefined) {
      account = newTokenAccount(owner, mint, amount);
      if (mint !== wrappedSol && lasting.has(owner) && ![...ofOwner.keys()].some((had) => had !== wrappedSol))
        remember(owner);
      ofOwner.set(mint, account);
    }
    return account;
  };
  return {
    newTokenAccount,
    fundedAccountOf,
    tokenAccountOf: (owner, mint) => fundedAccountOf(owner, mint, 0n),
  };
}
