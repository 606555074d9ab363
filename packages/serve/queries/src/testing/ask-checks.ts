import { signature } from '@tickscope/chain';
import type { Database } from '../database.js';
import { checkFromTables, summaryOf } from '../mev/check-sandwich.js';
import { checkSandwiches } from '../mev/check-sandwiches.js';

const context = { id: 'test', signal: new AbortController().signal };

/** Checks transactions from the stored sandwiches alone, as far as 10 slots on either side. */
export async function askFastCheck(database: Database, asked: readonly string[], window: number) {
  const results = await checkFromTables(database, asked.map(signature), window, context);
  return { results, summary: summaryOf(results, window) };
}

/** Checks transactions at any window up to 1,000 slots. */
export async function askCheck(database: Database, asked: readonly string[], window: number) {
  return checkSandwiches(database, asked.map(signature), window, context, () => {});
}
