import { isCuratedSymbol, mintSymbol, type SymbolOf, shortAddress } from '@tickscope/dex';
import { sqlFile } from '@tickscope/store';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const TOKEN_SYMBOLS = { name: 'token-symbols', sql: sqlFile(import.meta.url, './token-symbols.sql') };

/** A parameter may have 128 KB at the server: more are asked for at once, and beyond the most shown by their addresses. */
const MINTS_A_QUERY = 1_500;
const MOST_MINTS = 6_000;

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
  type Row = [mint: string, symbol: string | null];
  const asked = Array.from(
    { length: Math.ceil(Math.min(unknown.length, MOST_MINTS) / MINTS_A_QUERY) },
    (_, at) => unknown.slice(at * MINTS_A_QUERY, Math.min((at + 1) * MINTS_A_QUERY, MOST_MINTS)),
  );
  const rows = await Promise.all(asked.map((mints) => database.rows<Row>(TOKEN_SYMBOLS, { mints }, context)));
  for (const [mint, symbol] of rows.flat())
    if (symbol !== null && !isCuratedSymbol(symbol)) symbols.set(mint, symbol);
  return (mint) => symbols.get(mint) ?? mintSymbol(mint);
}
