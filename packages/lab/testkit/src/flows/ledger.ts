const MOST_ACCOUNTS = 400_000;

/**
 * Token balances, funded when first spent. Forgets everything when it gets too large: an honest account is then funded
 * again, which no rule depends on.
 */
export class Ledger {
  readonly #balances = new Map<string, bigint>();

  balance(account: string): bigint {
    return this.#balances.get(account) ?? 0n;
  }

  take(account: string, amount: bigint): void {
    this.#balances.set(account, this.balance(account) - amount);
  }

  give(account: string, amount: bigint): void {
    this.#balances.set(account, this.balance(account) + amount);
  }

  /** Ensures that an account holds an amount before a transaction spends it. */
  endow(account: string, amount: bigint): void {
    if (this.balance(account) < amount) this.#balances.set(account, amount);
  }

  forgetIfLarge(): void {
    if (this.#balances.size > MOST_ACCOUNTS) this.#balances.clear();
  }
}
