import type { Account, LookupTable } from './account.js';
import type { PlannedInstruction } from './transaction-parts.js';

/**
 * Determines a message's keys and their order. Runs for every account of every transaction, so it uses plain loops:
 * iterators and closures would double its time.
 */
export interface CompiledLookup {
  table: LookupTable;
  writable: Uint8Array;
  readonly: Uint8Array;
}

const SIGNER = 1;
const WRITABLE = 2;
const PROGRAM = 4;

let stamp = 0;

/** Every account once, with the combined requirements of its uses, in order of first use. */
export function collectAccounts(payer: Account, instructions: readonly PlannedInstruction[]): Account[] {
  stamp += 1;
  const accounts: Account[] = [];
  addAccount(accounts, payer, SIGNER | WRITABLE);
  for (const { program, uses, inner } of instructions) {
    for (const { account, isSigner, isWritable } of uses)
      addAccount(accounts, account, (isSigner ? SIGNER : 0) | (isWritable ? WRITABLE : 0));
    addAccount(accounts, program, PROGRAM);
    for (const call of inner) {
      addAccount(accounts, call.program, 0);
      for (const account of call.accounts)
        if (account.stamp !== stamp)
          throw new Error('an inner instruction uses an account that no outer instruction lists');
    }
  }
  return accounts;
}

function addAccount(accounts: Account[], account: Account, flags: number): void {
  if (account.stamp === stamp) {
    account.flags |= flags;
    return;
  }
  account.stamp = stamp;
  account.flags = flags;
  accounts.push(account);
}

export interface KeyOrder {
  /** Static keys, then loaded writable, then loaded readonly ones. */
  keys: Account[];
  staticCount: number;
  loadedWritableCount: number;
  signerCount: number;
  readonlySignerCount: number;
  readonlyUnsignedCount: number;
  lookups: CompiledLookup[];
}

/** Key order of a message: writable signers (the payer first), readonly signers, writable, readonly, loaded. */
export function orderKeys(accounts: readonly Account[], mayLoad: boolean): KeyOrder {
  const keys = new Array<Account>(accounts.length);
  let count = 0;
  const take = (rank: number): number => {
    const before = count;
    for (let index = 0; index < accounts.length; index += 1) {
      const account = accounts[index]!;
      if (rankOf(account, mayLoad) !== rank) continue;
      keys[count] = account;
      count += 1;
    }
    return count - before;
  };
  const writableSigners = take(0);
  const readonlySignerCount = take(1);
  take(2);
  const readonlyUnsignedCount = take(3);
  const staticCount = count;
  const lookups = staticCount === accounts.length ? NO_LOOKUPS : lookupsOf(accounts);
  for (const { table, writable } of lookups)
    for (const index of writable) {
      keys[count] = table.entries[index]!;
      count += 1;
    }
  const loadedWritableCount = count - staticCount;
  for (const { table, readonly } of lookups)
    for (const index of readonly) {
      keys[count] = table.entries[index]!;
      count += 1;
    }
  for (let index = 0; index < keys.length; index += 1) keys[index]!.keyIndex = index;
  return {
    keys,
    staticCount,
    loadedWritableCount,
    signerCount: writableSigners + readonlySignerCount,
    readonlySignerCount,
    readonlyUnsignedCount,
    lookups,
  };
}

const NO_LOOKUPS: CompiledLookup[] = [];
const LOADED = 4;

/** The rank of a key: 0 to 3 in the order above, 4 if a lookup table loads it. */
function rankOf({ flags, table }: Account, mayLoad: boolean): number {
  if (flags & SIGNER) return flags & WRITABLE ? 0 : 1;
  if (mayLoad && table !== null && !(flags & PROGRAM)) return LOADED;
  return flags & WRITABLE ? 2 : 3;
}

function lookupsOf(accounts: readonly Account[]): CompiledLookup[] {
  const loaded = accounts.filter((account) => rankOf(account, true) === LOADED);
  const tables = new Set<LookupTable>();
  for (const { table } of loaded) if (table !== null) tables.add(table);
  const lookups: CompiledLookup[] = [];
  for (const table of tables) {
    const writable: number[] = [];
    const readonly: number[] = [];
    for (const account of loaded)
      if (account.table === table) (account.flags & WRITABLE ? writable : readonly).push(account.tableIndex);
    lookups.push({ table, writable: Uint8Array.from(writable), readonly: Uint8Array.from(readonly) });
  }
  return lookups;
}
