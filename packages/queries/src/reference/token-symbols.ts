import { isCuratedSymbol, mintSymbol, type SymbolOf, shortAddress } from '@tickscope/dex';
import { column, defineQuery, param, sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { rememberedEach } from '../caches/remembered-each.js';
import type { Database, QueryContext } from '../database.js';

const TOKEN_SYMBOLS = defineQuery({
  name: 'token-symbols',
  sql: sqlFile(import.meta.url, './token-symbols.sql'),
  params: { mints: param.texts },
  row: {
    /** Base58. */
    mint: column.address,
    symbol: column.nullable(column.text),
  },
});

/** The server accepts parameters of up to 128 KB: more mints are read in several queries, some of them concurrently. */
const MINTS_A_QUERY = 1_500;
const QUERIES_AT_ONCE = 4;
/** Far more than a wallet's 10,000 trades contain. Mints beyond it are displayed by their addresses. */
const MOST_MINTS = 60_000;

const keptOf = perDatabase(() => rememberedEach<string>({ most: 20_000 }));

/**
 * Returns how to display some mints: well-known mints by their usual symbol, others by the symbol in their
 * metadata, and unknown ones by the ends of their addresses. Anyone can choose the symbol of a token, so one
 * that copies the symbol of a well-known mint is displayed by its address. For few mints the result may be a
 * minute old.
 *
 * @param mints base58; may repeat
 */
export async function readSymbols(
  database: Database,
  mints: Iterable<string>,
  context: QueryContext,
): Promise<SymbolOf> {
  // Well-known mints have their symbols in this build and need no look-up.
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
  for (let at = 0; at < asked.length; at += MINTS_A_QUERY * QUERIES_AT_ONCE) {
    const queries = Array.from({ length: QUERIES_AT_ONCE }, (_, index) =>
      asked.slice(at + index * MINTS_A_QUERY, at + (index + 1) * MINTS_A_QUERY),
    ).filter((mints) => mints.length > 0);
    const rows = await Promise.all(queries.map((mints) => database.rows(TOKEN_SYMBOLS, { mints }, context)));
    for (const { mint, symbol } of rows.flat())
      if (symbol !== null && !isCuratedSymbol(symbol)) symbols.set(mint, symbol);
  }
  return symbols;
}
