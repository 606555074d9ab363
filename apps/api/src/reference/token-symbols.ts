import { isCuratedSymbol, mintSymbol, type SymbolOf, shortAddress } from '@tickscope/dex';
import { sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { rememberedEach } from '../caches/remembered-each.js';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const TOKEN_SYMBOLS = { name: 'token-symbols', sql: sqlFile(import.meta.url, './token-symbols.sql') };

/** A parameter may have 128 KB at the server: more are asked for in several queries, some of them at once. */
const MINTS_A_QUERY = 1_500;
const QUERIES_AT_ONCE = 4;
/** Far more than a wallet's 10,000 trades name. Beyond, they are shown by their addresses. */
const MOST_MINTS = 60_000;

const keptOf = perDatabase(() => rememberedEach<string>({ most: 20_000 }));

/**
 * How some mints are shown: the well-known by what everybody calls them, others by what they call themselves, and those
 * of which nothing is known by the ends of their addresses. Whoever makes a token names it: one that takes the symbol of
 * a well-known one is shown by its address. Of few mints it may be a minute old.
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
  const symbols = await keptOf(database)(unknown.slice(0, MOST_MINTS), (asked) =>
    lookUp(database, asked, context),
  );
  return (mint) => symbols.get(mint) ?? mintSymbol(mint);
}

async function lookUp(
  database: Database,
  asked: readonly string[],
  context: QueryContext,
): Promise<Map<string, string>> {
  const symbols = new Map<string, string>();
  type Row = [mint: string, symbol: string | null];
  for (let at = 0; at < asked.length; at += MINTS_A_QUERY * QUERIES_AT_ONCE) {
    const queries = Array.from({ length: QUERIES_AT_ONCE }, (_, index) =>
      asked.slice(at + index * MINTS_A_QUERY, at + (index + 1) * MINTS_A_QUERY),
    ).filter((mints) => mints.length > 0);
    const rows = await Promise.all(
      queries.map((mints) => database.rows<Row>(TOKEN_SYMBOLS, { mints }, context)),
    );
    for (const [mint, symbol] of rows.flat())
      if (symbol !== null && !isCuratedSymbol(symbol)) symbols.set(mint, symbol);
  }
  return symbols;
}
