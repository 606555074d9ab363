import type { Transaction } from './block.js';
import { equalBytes, isReservedKey, UPGRADEABLE_LOADER } from './reserved-keys.js';

/** What a transaction locks: each distinct account once, with how it is locked. */
export interface AccountLock {
  /** 32 bytes. */
  account: Uint8Array;
  isWrite: boolean;
  isSigner: boolean;
}

type LockSource = Pick<Transaction, 'header' | 'staticKeys' | 'loaded' | 'instructions'>;

/**
 * A transaction's account keys in the order that instructions index: static, loaded writable, loaded readonly
 * (chain-facts 14). Where the loaded addresses are not known only the static keys are there.
 */
export function accountKeys(tx: Pick<Transaction, 'staticKeys' | 'loaded'>): Uint8Array[] {
  const { staticKeys, loaded } = tx;
  if (loaded === null || (loaded.writable.length === 0 && loaded.readonly.length === 0)) return staticKeys;
  return [...staticKeys, ...loaded.writable, ...loaded.readonly];
}

/**
 * Whether the message makes key `index` writable, before any demotion: by the header's counts for static keys,
 * by the list it was loaded from for the others (chain-facts 14).
 */
export function isRequestedWritable(tx: Omit<LockSource, 'instructions'>, index: number): boolean {
  const { header, staticKeys, loaded } = tx;
  if (index >= staticKeys.length) return index < staticKeys.length + (loaded?.writable.length ?? 0);
  return index < header.numRequiredSignatures
    ? index < header.numRequiredSignatures - header.numReadonlySigned
    : index < staticKeys.length - header.numReadonlyUnsigned;
}

/**
 * The locks that the runtime takes for a transaction, in account-key order. A key that the message makes
 * writable is demoted to read when it is reserved, or when a top-level instruction calls it as its program and
 * the upgradeable loader is not among the keys (chain-facts 15; Agave `LoadedMessage::is_writable`).
 */
export function accountLocks(tx: LockSource): AccountLock[] {
  const keys = accountKeys(tx);
  const called = new Set<number>();
  for (const instruction of tx.instructions) called.add(instruction.programIdIndex);
  let hasLoader: boolean | null = null;

  const locks: AccountLock[] = [];
  const prints: number[] = [];
  for (let index = 0; index < keys.length; index += 1) {
    const account = keys[index]!;
    let isWrite = isRequestedWritable(tx, index) && !isReservedKey(account);
    if (isWrite && called.has(index)) {
      hasLoader ??= keys.some((key) => equalBytes(key, UPGRADEABLE_LOADER));
      isWrite = hasLoader;
    }
    const isSigner = index < tx.header.numRequiredSignatures;
    // No validator takes a transaction that names a key twice; should one come, it is one lock.
    const print = (account[2]! << 24) | (account[3]! << 16) | (account[4]! << 8) | account[5]!;
    const twin = locks.find((lock, at) => prints[at] === print && equalBytes(lock.account, account));
    if (twin !== undefined) {
      twin.isWrite ||= isWrite;
      twin.isSigner ||= isSigner;
      continue;
    }
    prints.push(print);
    locks.push({ account, isWrite, isSigner });
  }
  return locks;
}
