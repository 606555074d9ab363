import { type AccountLock, equalBytes, keyFingerprint, type Transaction } from '@tickscope/chain';

/** Flags that `account_slots.locks.flags` adds up. The last two are of write locks only. */
export const LOCK_FLAGS = {
  write: 1,
  signed: 2,
  vote: 4,
  failed: 8,
  failureUnknown: 16,
  computeUnitsUnknown: 32,
  noPrice: 64,
} as const;

/** A transaction, as its locks name it. */
export interface LockingTransaction {
  tx: Transaction;
  /** Micro-lamports per compute unit; null: not set. */
  computeUnitPrice: bigint | null;
}

/** The locks of one account in one block, in block order. */
export interface LocksOfAccount {
  transactions: LockingTransaction[];
  /** Flags of each transaction (`LOCK_FLAGS`), added up. */
  flags: number[];
}

/** The totals of one account in one block. */
export interface AccountInBlock {
  account: Uint8Array;
  lockCount: number;
  writeCount: number;
  /** Transactions that it signed. */
  signedCount: number;
  /** Null if one of the transactions does not state whether it failed. */
  failedCount: number | null;
  /** Units of the transactions that write-lock it; null if one of them does not state its units. */
  computeUnits: number | null;
  /** Units of the transactions that do state them. */
  knownComputeUnits: number;
  /** Null if the block's entries are unknown. */
  firstPohTick: number | null;
  lastPohTick: number | null;
}

const FIRST_PLACES = 4_096;

/** Collects and adds up the locks of a block by account. Transactions are added in block order. */
export class AccountActivity {
  readonly #accounts: AccountInBlock[] = [];
  readonly #transactions: LockingTransaction[] = [];
  /** Every lock in block order: its account and its transaction, as indexes, and its flags. */
  readonly #locks = {
    accounts: new IntegerList(),
    transactions: new IntegerList(),
    flags: new IntegerList(),
  };
  /**
   * Open-addressing hash table over `#accounts`, at most half full. A slot holds the account's index plus one, or 0 if
   * free. Hashes are keyed with a secret (`keyFingerprint`), so that an attacker cannot choose accounts that collide.
   */
  #places = new Int32Array(FIRST_PLACES);

  add(
    tx: Transaction,
    {
      locks,
      computeUnitPrice,
      pohTick,
    }: { locks: readonly AccountLock[]; computeUnitPrice: bigint | null; pohTick: number | null },
  ): void {
    const { meta } = tx;
    const hasFailed = meta !== null && meta.error !== null;
    const units = meta === null ? null : meta.computeUnits;
    const common =
      (tx.isVote ? LOCK_FLAGS.vote : 0) +
      (meta === null ? LOCK_FLAGS.failureUnknown : hasFailed ? LOCK_FLAGS.failed : 0);
    const ofWrites =
      LOCK_FLAGS.write +
      (units === null ? LOCK_FLAGS.computeUnitsUnknown : 0) +
      (computeUnitPrice === null ? LOCK_FLAGS.noPrice : 0);
    const txAt = this.#transactions.push({ tx, computeUnitPrice }) - 1;
    for (const { account, isWrite, isSigner } of locks) {
      const index = this.#find(account);
      const seen = this.#accounts[index]!;
      this.#locks.accounts.push(index);
      this.#locks.transactions.push(txAt);
      this.#locks.flags.push(common + (isSigner ? LOCK_FLAGS.signed : 0) + (isWrite ? ofWrites : 0));
      seen.lockCount += 1;
      if (isSigner) seen.signedCount += 1;
      seen.firstPohTick ??= pohTick;
      seen.lastPohTick = pohTick;
      if (meta === null) seen.failedCount = null;
      else if (hasFailed && seen.failedCount !== null) seen.failedCount += 1;
      if (!isWrite) continue;
      seen.writeCount += 1;
      seen.knownComputeUnits += units ?? 0;
      seen.computeUnits = seen.computeUnits === null || units === null ? null : seen.computeUnits + units;
    }
  }

  /** In the order in which they were first locked. */
  accounts(): readonly AccountInBlock[] {
    return this.#accounts;
  }

  /**
   * Calls back with the locks of each account, in the order of `accounts`. The arrays are reused: they hold until the next
   * call.
   */
  eachAccount(use: (account: AccountInBlock, locks: LocksOfAccount) => void): void {
    const { accounts, transactions, flags } = this.#locks;
    // A counting sort by account, which keeps block order.
    const ends = new Int32Array(this.#accounts.length);
    let end = 0;
    for (let index = 0; index < ends.length; index += 1) {
      ends[index] = end;
      end += this.#accounts[index]!.lockCount;
    }
    const sorted = new Int32Array(accounts.length);
    for (let lock = 0; lock < accounts.length; lock += 1) {
      const account = accounts.at(lock);
      sorted[ends[account]!] = lock;
      ends[account]! += 1;
    }
    const own: LocksOfAccount = { transactions: [], flags: [] };
    let at = 0;
    for (let index = 0; index < ends.length; index += 1) {
      own.transactions.length = 0;
      own.flags.length = 0;
      for (; at < ends[index]!; at += 1) {
        const lock = sorted[at]!;
        own.transactions.push(this.#transactions[transactions.at(lock)]!);
        own.flags.push(flags.at(lock));
      }
      use(this.#accounts[index]!, own);
    }
  }

  /** The index of an account. */
  #find(account: Uint8Array): number {
    const last = this.#places.length - 1;
    for (let place = placeOf(account, last); ; place = (place + 1) & last) {
      const index = this.#places[place]!;
      if (index === 0) return this.#add(account, place);
      if (equalBytes(this.#accounts[index - 1]!.account, account)) return index - 1;
    }
  }

  #add(account: Uint8Array, place: number): number {
    const created: AccountInBlock = {
      account,
      lockCount: 0,
      writeCount: 0,
      signedCount: 0,
      failedCount: 0,
      computeUnits: 0,
      knownComputeUnits: 0,
      firstPohTick: null,
      lastPohTick: null,
    };
    const count = this.#accounts.push(created);
    this.#places[place] = count;
    if (2 * count >= this.#places.length) this.#grow();
    return count - 1;
  }

  #grow(): void {
    const places = new Int32Array(2 * this.#places.length);
    const last = places.length - 1;
    for (let index = 0; index < this.#accounts.length; index += 1) {
      let place = placeOf(this.#accounts[index]!.account, last);
      while (places[place] !== 0) place = (place + 1) & last;
      places[place] = index + 1;
    }
    this.#places = places;
  }
}

/** A list of 32-bit integers that grows. */
class IntegerList {
  #values = new Int32Array(FIRST_PLACES);
  length = 0;

  push(value: number): void {
    if (this.length === this.#values.length) {
      const values = new Int32Array(2 * this.length);
      values.set(this.#values);
      this.#values = values;
    }
    this.#values[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#values[index]!;
  }
}

/** @param last the last index of a table whose length is a power of two */
function placeOf(account: Uint8Array, last: number): number {
  const fingerprint = keyFingerprint(account);
  const mixed = Math.imul(fingerprint ^ Math.imul(fingerprint / 2 ** 32, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & last;
}
