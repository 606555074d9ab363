import { type AccountLock, equalBytes, keyFingerprint, type Transaction } from '@tickscope/chain';

/** The totals of one account in one block. */
export interface AccountInBlock {
  account: Uint8Array;
  lockCount: number;
  writeCount: number;
  /** Null if one of the transactions does not state whether it failed. */
  failedCount: number | null;
  /** Of the transactions that write-lock it; null if one of them does not state its units. */
  computeUnits: number | null;
  /** Of the transactions that do state them. */
  knownComputeUnits: number;
  /** Null if the block's entries are unknown. */
  firstPohTick: number | null;
  lastPohTick: number | null;
}

const FIRST_PLACES = 4_096;

/** Adds up the locks of a block by account. Transactions are added in block order. */
export class AccountActivity {
  readonly #accounts: AccountInBlock[] = [];
  /**
   * Open-addressing hash table over `#accounts`, at most half full. A slot holds the account's index plus one, or 0 if
   * free. Hashes are keyed with a secret (`keyFingerprint`), so that an attacker cannot choose accounts that collide.
   */
  #places = new Int32Array(FIRST_PLACES);

  add(tx: Transaction, locks: readonly AccountLock[], pohTick: number | null): void {
    const { meta } = tx;
    const hasFailed = meta !== null && meta.error !== null;
    const units = meta === null ? null : meta.computeUnits;
    for (const { account, isWrite } of locks) {
      const seen = this.#find(account);
      seen.lockCount += 1;
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

  #find(account: Uint8Array): AccountInBlock {
    const last = this.#places.length - 1;
    for (let place = placeOf(account, last); ; place = (place + 1) & last) {
      const index = this.#places[place]!;
      if (index === 0) return this.#add(account, place);
      const known = this.#accounts[index - 1]!;
      if (equalBytes(known.account, account)) return known;
    }
  }

  #add(account: Uint8Array, place: number): AccountInBlock {
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
    this.#places[place] = this.#accounts.push(created);
    if (2 * this.#accounts.length >= this.#places.length) this.#grow();
    return created;
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

/** @param last the last index of a table whose length is a power of two */
function placeOf(account: Uint8Array, last: number): number {
  const fingerprint = keyFingerprint(account);
  const mixed = Math.imul(fingerprint ^ Math.imul(fingerprint / 2 ** 32, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & last;
}
