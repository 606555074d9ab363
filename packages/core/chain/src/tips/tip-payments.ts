import { accountKeys } from '../account-locks.js';
import type { Instruction, Transaction } from '../block.js';
import { uint32At, uint64At } from '../little-endian.js';
import { equalBytes, SYSTEM_PROGRAM } from '../reserved-keys.js';
import type { TipAccount, TipAccounts } from './tip-accounts.js';

const MAX_UINT64 = 0xffff_ffff_ffff_ffffn;
const EMPTY: Uint8Array = new Uint8Array(0);
const NONE: readonly TipPayment[] = [];

/** Payment of a transaction to one tip account. */
export interface TipPayment {
  service: string;
  /** Base58. */
  account: string;
  /**
   * Null if the transaction names the account and its inner instructions are unknown, or if the sum exceeds 64 bits, more
   * than exist.
   */
  lamports: bigint | null;
}

/**
 * Returns the tips of a transaction, one for each account that got lamports by system transfers, outer and inner, in the
 * order of the accounts' text. A failed transaction tipped nothing, and of one without meta nothing is said. Money that
 * leaves a tip account is no tip, wherever it goes.
 *
 * @param slot only accounts that are listed for it count
 */
export function tipPayments(slot: number, tx: Transaction, accounts: TipAccounts): readonly TipPayment[] {
  if (tx.meta === null || tx.meta.error !== null) return NONE;
  const named = namedTipAccounts(slot, tx, accounts);
  if (named === null) return NONE;
  const sums = sumsOf(slot, tx, accounts);
  const payments: TipPayment[] = [];
  for (const entry of named) {
    const lamports = sums === null ? null : (sums.get(entry) ?? 0n);
    if (lamports === 0n) continue;
    const { service, account } = entry;
    payments.push({
      service,
      account,
      lamports: lamports !== null && lamports <= MAX_UINT64 ? lamports : null,
    });
  }
  return payments.length > 1 ? payments.sort((a, b) => (a.account < b.account ? -1 : 1)) : payments;
}

/** Lamports that system transfers brought each tip account; null if the inner instructions are unknown. */
function sumsOf(slot: number, tx: Transaction, accounts: TipAccounts): Map<TipAccount, bigint> | null {
  const inner = tx.meta?.innerInstructions ?? null;
  if (inner === null) return null;
  const keys = accountKeys(tx);
  const sums = new Map<TipAccount, bigint>();
  const add = (ix: Instruction): void => {
    const transfer = transferOf(ix, keys);
    if (transfer === null) return;
    const to = accounts.entryOf(transfer.to, slot);
    if (to === null || accounts.entryOf(transfer.from, slot) !== null) return;
    sums.set(to, (sums.get(to) ?? 0n) + transfer.lamports);
  };
  for (const ix of tx.instructions) add(ix);
  for (const group of inner) for (const ix of group.instructions) add(ix);
  return sums;
}

/** The tip accounts among a transaction's keys, each once; null, as in most transactions, if there is none. */
export function namedTipAccounts(
  slot: number,
  { staticKeys, loaded }: Pick<Transaction, 'staticKeys' | 'loaded'>,
  accounts: TipAccounts,
): TipAccount[] | null {
  let named: TipAccount[] | null = null;
  const look = (keys: readonly Uint8Array[]): void => {
    for (const key of keys) {
      const entry = accounts.entryOf(key, slot);
      if (entry === null) continue;
      if (named === null) named = [entry];
      else if (!named.includes(entry)) named.push(entry);
    }
  };
  look(staticKeys);
  if (loaded !== null) {
    look(loaded.writable);
    look(loaded.readonly);
  }
  return named;
}

/** System program: Transfer = 2 (from, to), TransferWithSeed = 11 (from, base, to); lamports follow. */
function transferOf(
  { programIdIndex, accounts, data }: Instruction,
  keys: readonly Uint8Array[],
): { from: Uint8Array; to: Uint8Array; lamports: bigint } | null {
  if (data.length < 12 || !equalBytes(keys[programIdIndex] ?? EMPTY, SYSTEM_PROGRAM)) return null;
  const kind = uint32At(data, 0);
  const destination = kind === 2 ? accounts[1] : kind === 11 ? accounts[2] : undefined;
  if (destination === undefined) return null;
  return {
    from: keys[accounts[0]!] ?? EMPTY,
    to: keys[destination] ?? EMPTY,
    lamports: uint64At(data, 4),
  };
}
