import { signature } from '@tickscope/chain';
import type { components } from '@tickscope/schemas';
import type { Database } from '../database.js';
import { checkFromTables, summaryOf } from '../mev/check-sandwich.js';
import { checkSandwiches } from '../mev/check-sandwiches.js';

type SandwichChecks = components['schemas']['SandwichChecks'];

const context = { id: 'test', signal: new AbortController().signal };

/** Checks transactions from the stored sandwiches alone, as far as 10 slots on either side. */
export async function askFastCheck(
  database: Database,
  asked: readonly string[],
  window: number,
): Promise<SandwichChecks> {
  const results = await checkFromTables(database, asked.map(signature), window, context);
  return { results, summary: summaryOf(results, window) };
}

/** Checks transactions at any window up to 1,000 slots. */
export async function askCheck(
  database: Database,
  asked: readonly string[],
  window: number,
): Promise<SandwichChecks> {
  return checkSandwiches(database, asked.map(signature), window, context, () => {});
}
