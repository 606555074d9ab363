import {
  accountKeys,
  computeBudget,
  jitoTipLamports,
  priorityFeeLamports,
  type Transaction,
  type TransactionMeta,
} from '@tickscope/chain';
import { keyToBase58 } from './base58-key.js';
import { type Call, listCalls } from './calls.js';
import { type ProgramRole, roleOf } from './roles.js';
import type { TransactionCost, TransactionWallets } from './swap.js';
import { addPassing, type TokenAccounts, tokenAccountsOf } from './token-accounts.js';
import { type Movements, movementsOf } from './transfers.js';
import { withheldOnTheWay } from './withheld.js';

/** A transaction laid out for the walk: built once, only for those with something to find. */
export interface TransactionView {
  slot: number;
  tx: Transaction;
  meta: TransactionMeta;
  keys: Uint8Array[];
  /** What each key is, by its index. */
  roles: (ProgramRole | undefined)[];
  calls: Call[];
  movements: Movements;
  accounts: TokenAccounts;
  /** Base58 of a key; `null` for an index that the transaction does not have. */
  textOf: (index: number | undefined) => string | null;
  isSigner: (index: number | undefined) => boolean;
  wallets: TransactionWallets;
  /** Worked out on first use: most transactions have no swap. */
  cost: () => TransactionCost;
}

/** A transaction's keys with what they are to the walk. */
export interface KeyRoles {
  keys: Uint8Array[];
  roles: (ProgramRole | undefined)[];
  /** Whether some key is a DEX program, or else a token program. */
  interest: 'none' | 'tokens' | 'dex';
}

export function keyRolesOf(tx: Transaction): KeyRoles {
  const keys = accountKeys(tx);
  const roles: (ProgramRole | undefined)[] = new Array(keys.length);
  let interest: KeyRoles['interest'] = 'none';
  for (let index = 0; index < keys.length; index += 1) {
    const role = roleOf(keys[index]!);
    roles[index] = role;
    if (role === undefined || role.is === 'system') continue;
    if (role.is === 'dex') interest = 'dex';
    else if (interest === 'none') interest = 'tokens';
  }
  return { keys, roles, interest };
}

export function viewTransaction(
  slot: number,
  tx: Transaction,
  meta: TransactionMeta,
  { keys, roles }: KeyRoles,
): TransactionView {
  const texts: (string | undefined)[] = new Array(keys.length);
  const textOf = (index: number | undefined): string | null => {
    const key = index === undefined ? undefined : keys[index];
    if (index === undefined || key === undefined) return null;
    texts[index] ??= keyToBase58(key);
    return texts[index];
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
    wallets: walletsOf(signerCount, textOf),
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

function once<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}
