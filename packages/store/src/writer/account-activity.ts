import { type AccountLock, equalBytes, type Transaction } from '@tickscope/chain';

/** What one block did to one account. */
export interface AccountInBlock {
  account: Uint8Array;
  lockCount: number;
  writeCount: number;
  /** `null` when a transaction among them does not say whether it failed. */
  failedCount: number | null;
  /** Of the transactions that write-lock it; `null` when one of them does not say. */
  computeUnits: number | null;
  /** Of those of them that do say. */
  knownComputeUnits: number;
  /** `null` when the block's entries are not known. */
  firstPohTick: number | null;
  lastPohTick: number | null;
}

/** Adds up the locks of a block by account. Transactions are added in block order. */
export class AccountActivity {
  /** By the account's bytes 8 to 12, which are as good as random; accounts that share them are in one list. */
  readonly #byPrint = new Map<number, AccountInBlock[]>();

  add(tx: Transaction, locks: readonly AccountLock[], pohTick: number | null): void {
    for (const { account, isWrite } of locks) {
      const seen = this.#find(account);
      seen.lockCount += 1;
      seen.firstPohTick ??= pohTick;
      seen.lastPohTick = pohTick;
      if (tx.meta === null) seen.failedCount = null;
      else if (seen.failedCount !== null && tx.meta.error !== null) seen.failedCount += 1;
      if (!isWrite) continue;
      seen.writeCount += 1;
      const units = tx.meta?.computeUnits ?? null;
      seen.knownComputeUnits += units ?? 0;
      seen.computeUnits = seen.computeUnits === null || units === null ? null : seen.computeUnits + units;
    }
  }

  *accounts(): Generator<AccountInBlock> {
    for (const list of this.#byPrint.values()) yield* list;
  }

  #find(account: Uint8Array): AccountInBlock {
    const print = (account[8]! << 24) | (account[9]! << 16) | (account[10]! << 8) | account[11]!;
    const list = this.#byPrint.get(print);
    const known = list?.find((item) => equalBytes(item.account, account));
    if (known !== undefined) return known;
    const created: AccountInBlock = {
      account,
      lockCount: 0,
      writeCount: 0,
      failedCount: 0,
      computeUnits: 0,
      knownComputeUnits: 0,
      firstPohTick: null,
      lastPohTick: null,
    };
    if (list === undefined) this.#byPrint.set(print, [created]);
    else list.push(created);
    return created;
  }
}
