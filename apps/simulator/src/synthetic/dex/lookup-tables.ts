import type { Account, Mint } from '../account.js';
import { fillLookupTables } from '../lookup-tables.js';
import type { Pool } from '../plan.js';
import type { Random } from '../random.js';

const TABLE_SIZE = 240;

/** Puts the pools' accounts into lookup tables. */
export function addLookupTables(pools: readonly Pool[], mints: readonly Mint[], random: Random): void {
  const accounts = new Set<Account>(mints.map(({ account }) => account));
  for (const pool of pools) {
    for (const account of [pool.account, pool.baseVault, pool.quoteVault, pool.baseMint.account])
      accounts.add(account);
    for (const account of Object.values(pool.accounts)) accounts.add(account);
  }
  const free = [...accounts].filter(({ table, isReserved }) => table === null && !isReserved);
  fillLookupTables(free, TABLE_SIZE, random);
}
