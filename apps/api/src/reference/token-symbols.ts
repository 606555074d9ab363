import { isCuratedSymbol, mintSymbol, type SymbolOf, shortAddress } from '@tickscope/dex';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const TOKEN_SYMBOLS = { name: 'token-symbols', sql: sqlFile(import.meta.url, './token-symbols.sql') };

/** They travel in the address of a request: more are read in turns, and beyond the most shown by their addresses. */
const MINTS_AT_ONCE = 5_000;
const MOST_MINTS = 20_000;

/**
 * How some mints are shown: the well-known by what everybody calls them, others by what they call themselves, and those
 * of which nothing is known by the ends of their addresses. Whoever makes a token names it: one that takes the symbol of
 * a well-known one is shown by its address.
 *
 * @param mints base58; any number of each
 */
export async function readSymbols(
  database: Database,
  mints: Iterable<string>,
  context: QueryContext,
): Promise<SymbolOf> {
  // The well-known, which nobody needs to be asked about, are told by their symbols.
  const unknown = [...new Set(mints)].filter((mint) => mintSymbol(mint) === shortAddress(mint));
  const symbols = new Map<string, string>();
  for (let at = 0; at < Math.min(unknown.length, MOST_MINTS); at += MINTS_AT_ONCE) {
    const asked = unknown.slice(at, at + MINTS_AT_ONCE);
    type Row = [mint: string, symbol: string | null];
    for (const [mint, symbol] of await database.rows<Row>(TOKEN_SYMBOLS, { mints: asked }, context))
      if (symbol !== null && !isCuratedSymbol(symbol)) symbols.set(mint, symbol);
  }
  return (mint) => symbols.get(mint) ?? mintSymbol(mint);
}
