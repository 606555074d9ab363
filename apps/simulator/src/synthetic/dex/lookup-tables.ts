import { Account, type LookupTable, type Mint } from '../account.js';
import type { Random } from '../random.js';
import type { Pool } from './pool.js';

const TABLE_SIZE = 240;

/** Puts the pools' accounts into lookup tables, so that v0 transactions can refer to them by index. */
export function addLookupTables(pools: readonly Pool[], mints: readonly Mint[], random: Random): void {
  const accounts = new Set<Account>(mints.map(({ account }) => account));
  for (const pool of pools) {
    for (const account of [pool.account, pool.baseVault, pool.quoteVault, pool.baseMint.account])
      accounts.add(account);
    for (const account of Object.values(pool.accounts)) accounts.add(account);
  }
  const free = [...accounts].filter(({ table, isReserved }) => table === null && !isReserved);
  for (let start = 0; start < free.length; start += TABLE_SIZE) {
    const table: LookupTable = {
      account: new Account(random.bytes(32), 45_000_000),
      entries: free.slice(start, start + TABLE_SIZE),
    };
    for (const [index, account] of table.entries.entries()) {
      account.table = table;
      account.tableIndex = index;
    }
  }
}
