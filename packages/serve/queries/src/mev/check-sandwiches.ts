import type { Signature } from '@tickscope/chain';
import type { Database, QueryContext } from '../database.js';
import { checkFromTables, incidentsByPosition, locate, resultsOf, summaryOf } from './check-sandwich.js';
import { addWideSandwiches } from './on-demand-detection/wide-sandwiches.js';

/** Up to this window, every sandwich is in the tables. */
const STORED_WINDOW = 10;

/**
 * Like `checkFromTables`, for windows up to 1,000: beyond 10 slots it also searches for sandwiches longer than
 * the stored ones.
 *
 * @param signatures base58, up to 50, each once
 */
export async function checkSandwiches(
  database: Database,
  signatures: readonly Signature[],
  window: number,
  context: QueryContext,
  progress: (percent: number) => void,
) {
  if (window <= STORED_WINDOW) {
    const results = await checkFromTables(database, signatures, window, context);
    return { results, summary: summaryOf(results, window) };
  }
  const { located, stored, symbolOf } = await locate(database, signatures, window, context);
  const transactions = [...located.values()].map(({ transaction }) => transaction);
  progress(20);
  const swapped = transactions.filter(({ success, markets }) => success === true && markets.length > 0);
  const all = await addWideSandwiches(database, stored, swapped, window, context, (share) =>
    progress(20 + 75 * share),
  );
  const results = resultsOf(
    signatures,
    { located, stored: all, symbolOf },
    incidentsByPosition(transactions, all, window),
  );
  return { results, summary: summaryOf(results, window) };
}
