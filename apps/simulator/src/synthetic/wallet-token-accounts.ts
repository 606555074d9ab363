import type { Account, Mint } from './account.js';
import type { Random } from './random.js';

type TokenAccountOf = (wallet: Account, mint: Mint, random: Random) => Account;

/** About 12 MB. 4,000 wallets trading 60 mints would have 240,000 accounts after some hours. */
export const MOST_TOKEN_ACCOUNTS = 20_000;

/**
 * Keeps the most recently used token accounts of wallets, at most `most`. After the least recently used one is dropped,
 * the wallet trades through a new account, as if it had closed the old one.
 */
export function walletTokenAccounts(make: TokenAccountOf, most = MOST_TOKEN_ACCOUNTS): TokenAccountOf {
  const byWallet = new Map<Account, Map<Mint, Account>>();
  /** Least recently used first: a Map iterates in the order of insertion. */
  const byUse = new Map<Account, { wallet: Account; mint: Mint }>();

  const forgetOldest = (): void => {
    const [account, { wallet, mint }] = byUse.entries().next().value!;
    byUse.delete(account);
    const ofWallet = byWallet.get(wallet)!;
    ofWallet.delete(mint);
    if (ofWallet.size === 0) byWallet.delete(wallet);
  };

  return (wallet, mint, random) => {
    let ofWallet = byWallet.get(wallet);
    if (ofWallet === undefined) {
      ofWallet = new Map();
      byWallet.set(wallet, ofWallet);
    }
    let account = ofWallet.get(mint);
    const use = (account === undefined ? undefined : byUse.get(account)) ?? { wallet, mint };
    if (account === undefined) {
      account = make(wallet, mint, random);
      ofWallet.set(mint, account);
    } else byUse.delete(account);
    byUse.set(account, use);
    if (byUse.size > most) forgetOldest();
    return account;
  };
}
