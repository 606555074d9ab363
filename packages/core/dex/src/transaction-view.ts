import {
  accountKeys,
  computeBudget,
  jitoTipLamports,
  keyToBase58,
  priorityFeeLamports,
  type Transaction,
  type TransactionMeta,
} from '@tickscope/chain';
import { type Call, listCalls } from './calls.js';
import { isNoPool, type ProgramRole, type RoleOf } from './roles.js';
import type { TransactionCost, TransactionWallets } from './swap.js';
import { addPassing, type TokenAccounts, tokenAccountsOf } from './token-accounts.js';
import { type Movements, movementsOf } from './transfers.js';
import { withheldOnTheWay } from './withheld.js';

/** A transaction prepared for extraction. Built once, only for transactions that may contain DEX activity. */
export interface TransactionView {
  slot: number;
  tx: Transaction;
  meta: TransactionMeta;
  keys: Uint8Array[];
  /** The role of each key, by its index. */
  roles: (ProgramRole | undefined)[];
  calls: Call[];
  movements: Movements;
  accounts: TokenAccounts;
  /** Base58 of a key; null for an index that the transaction does not have. */
  textOf: (index: number | undefined) => string | null;
  isSigner: (index: number | undefined) => boolean;
  /** Computed on first use: most transactions have no swap. */
  wallets: () => TransactionWallets;
  cost: () => TransactionCost;
}

/** Whether a transaction's keys include a DEX program, or else a token program. */
export type Interest = 'none' | 'tokens' | 'dex';

/** Allocates nothing: this check is the whole cost of most transactions. */
export function interestOf(
  { staticKeys, loaded }: Pick<Transaction, 'staticKeys' | 'loaded'>,
  roleOf: RoleOf,
): Interest {
  let interest = interestOfKeys(staticKeys, roleOf, 'none');
  if (loaded !== null && interest !== 'dex') {
    interest = interestOfKeys(loaded.writable, roleOf, interest);
    if (interest !== 'dex') interest = interestOfKeys(loaded.readonly, roleOf, interest);
  }
  return interest;
}

function interestOfKeys(keys: readonly Uint8Array[], roleOf: RoleOf, before: Interest): Interest {
  let interest = before;
  for (const key of keys) {
    const role = roleOf(key);
    if (role === undefined || role.is === 'system' || isNoPool(role)) continue;
    if (role.is === 'dex') return 'dex';
    interest = 'tokens';
  }
  return interest;
}

export function viewTransaction(
  slot: number,
  tx: Transaction,
  meta: TransactionMeta,
  roleOf: RoleOf,
): TransactionView {
  const keys = accountKeys(tx);
  const roles = keys.map(roleOf);
  const textOf = (index: number | undefined): string | null => {
    const key = index === undefined ? undefined : keys[index];
    return key === undefined ? null : keyToBase58(key);
  };
  const calls = listCalls(tx);
  const movements = movementsOf(calls, roles);
  const accounts = tokenAccountsOf(meta);
  addPassing(accounts, movements.inits, textOf);
  if (movements.mayWithhold) withheldOnTheWay(movements.transfers, accounts);
  const signerCount = Math.min(tx.header.numRequiredSignatures, tx.staticKeys.length);
  const isSigner = (index: number | undefined): boolean => index !== undefined && index < signerCount;
  return {
    slot,
    tx,
    meta,
    keys,
    roles,
    calls,
    movements,
    accounts,
    textOf,
    isSigner,
    wallets: once(() => walletsOf(signerCount, textOf)),
    cost: once(() => costOf(tx, meta)),
  };
}

function walletsOf(signerCount: number, textOf: (index: number) => string | null): TransactionWallets {
  const feePayer = textOf(0) ?? '';
  const signers: string[] = [feePayer];
  for (let index = 1; index < signerCount; index += 1) signers.push(textOf(index) ?? '');
  return { feePayer, signers };
}

function costOf(tx: Transaction, { feeLamports }: TransactionMeta): TransactionCost {
  return {
    feeLamports,
    priorityFeeLamports: priorityFeeLamports(tx),
    computeUnitPrice: computeBudget(tx).computeUnitPrice,
    jitoTipLamports: jitoTipLamports(tx),
  };
}

/** Computes a value on first use. */
export function once<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}
