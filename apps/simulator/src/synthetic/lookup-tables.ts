import { Account, type LookupTable } from './account.js';
import type { Random } from './random.js';

/** Puts accounts into lookup tables, each into one: v0 transactions can refer to them by index. */
export function fillLookupTables(accounts: readonly Account[], size: number, random: Random): void {
  for (let start = 0; start < accounts.length; start += size) {
    const table: LookupTable = {
      account: new Account(random.bytes(32), 45_000_000),
      entries: accounts.slice(start, start + size),
    };
    for (const [index, account] of table.entries.entries()) {
      account.table = table;
      account.tableIndex = index;
    }
  }
}
