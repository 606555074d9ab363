import type { Transaction } from './block.js';
import { equalBytes, isReservedKey, UPGRADEABLE_LOADER } from './reserved-keys.js';

/** A lock of a transaction. Each distinct account is locked once. */
export interface AccountLock {
  /** 32 bytes. */
  account: Uint8Array;
  isWrite: boolean;
  isSigner: boolean;
}

type LockSource = Pick<Transaction, 'header' | 'staticKeys' | 'loaded' | 'instructions'>;

/**
 * Returns a transaction's account keys in the order that instructions index: static, loaded writable, loaded readonly
 * (chain fact 14). If the loaded addresses are unknown, returns only the static keys.
 */
export function accountKeys(tx: Pick<Transaction, 'staticKeys' | 'loaded'>): Uint8Array[] {
  const { staticKeys, loaded } = tx;
  if (loaded === null || (loaded.writable.length === 0 && loaded.readonly.length === 0)) return staticKeys;
  return [...staticKeys, ...loaded.writable, ...loaded.readonly];
}

/**
 * Whether the message requests key `index` as writable, before any demotion. Static keys follow the header's counts,
 * loaded keys the list they were loaded from (chain fact 14).
 */
export function isRequestedWritable(tx: Omit<LockSource, 'instructions'>, index: number): boolean {
  const { header, staticKeys, loaded } = tx;
  if (index >= staticKeys.length) return index < staticKeys.length + (loaded?.writable.length ?? 0);
  return index < header.numRequiredSignatures
    ? index < header.numRequiredSignatures - header.numReadonlySigned
    : index < staticKeys.length - header.numReadonlyUnsigned;
}

/**
 * Returns the locks that the runtime takes for a transaction, in account-key order. A key requested as writable is
 * demoted to read if it is reserved, or if a top-level instruction calls it as its program and the upgradeable loader
 * is not among the keys (chain fact 15; Agave `LoadedMessage::is_writable`).
 *
 * @example
 * ```ts
 * import { accountLocks, pubkeyFromBase58 } from '@tickscope/chain';
 *
 * const payer = pubkeyFromBase58('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM');
 * const program = pubkeyFromBase58('CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C');
 * const locks = accountLocks({
 *   header: { numRequiredSignatures: 1, numReadonlySigned: 0, numReadonlyUnsigned: 0 },
 *   staticKeys: [payer, program],
 *   loaded: null,
 *   instructions: [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: new Uint8Array() }],
 * });
 * // A program that is called is demoted to read.
 * locks.map(({ isWrite }) => isWrite); // => [true, false]
 * ```
 */
export function accountLocks(tx: LockSource): AccountLock[] {
  const { header, instructions } = tx;
  const keys = accountKeys(tx);
  if (keys.length > marks.length) marks = new Uint8Array(keys.length);
  for (const { programIdIndex } of instructions) marks[programIdIndex] = 1;
  let hasLoader: boolean | null = null;

  const locks: AccountLock[] = [];
  for (let index = 0; index < keys.length; index += 1) {
    const account = keys[index]!;
    let isWrite = isRequestedWritable(tx, index) && !isReservedKey(account);
    if (isWrite && marks[index] === 1) {
      hasLoader ??= keys.some((key) => equalBytes(key, UPGRADEABLE_LOADER));
      isWrite = hasLoader;
    }
    const isSigner = index < header.numRequiredSignatures;
    const existing = find(locks, account);
    if (existing === null) locks.push({ account, isWrite, isSigner });
    else {
      existing.isWrite ||= isWrite;
      existing.isSigner ||= isSigner;
    }
  }
  for (const { programIdIndex } of instructions) marks[programIdIndex] = 0;
  return locks;
}

/** Scratch: marks the keys called as programs. All 0 between calls. */
let marks = new Uint8Array(256);
let fingerprints = new Int32Array(256);

/**
 * Returns an account's lock among those so far, and records its hash for the following look-ups. No validator accepts a
 * transaction that names a key twice; if one occurs, it counts as one lock.
 */
function find(locks: readonly AccountLock[], account: Uint8Array): AccountLock | null {
  const count = locks.length;
  const fingerprint = (account[2]! << 24) | (account[3]! << 16) | (account[4]! << 8) | account[5]!;
  for (let at = 0; at < count; at += 1)
    if (fingerprints[at] === fingerprint && equalBytes(locks[at]!.account, account)) return locks[at]!;
  if (count === fingerprints.length) {
    const longer = new Int32Array(2 * count);
    longer.set(fingerprints);
    fingerprints = longer;
  }
  fingerprints[count] = fingerprint;
  return null;
}
