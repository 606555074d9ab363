import { isCuratedSymbol, mintDecimals, mintSymbol, type SymbolOf, shortAddress } from '@tickscope/dex';
import { column, defineFileQuery, param } from '@tickscope/store';
import type { Token, TokenOf } from '../amounts/token-amount.js';
import { perDatabase } from '../caches/per-database.js';
import { rememberedEach } from '../caches/remembered-each.js';
import type { Database, QueryContext } from '../database.js';

const TOKEN_SYMBOLS = defineFileQuery(import.meta.url, './token-symbols.sql', {
  isPointRead: true,
  params: { mints: param.texts },
  row: {
    /** Base58. */
    mint: column.address,
    symbol: column.nullable(column.text),
    decimals: column.nullable(column.integer),
  },
});

/** The server accepts parameters of up to 128 KB: more mints are read in several queries, some of them concurrently. */
const MINTS_A_QUERY = 1_500;
const QUERIES_AT_ONCE = 4;
/** Far more than a wallet's 10,000 trades contain. Mints beyond it are displayed by their addresses. */
const MOST_MINTS = 60_000;

/** Token from the tables; a symbol that must not be displayed is null. */
interface StoredToken {
  symbol: string | null;
  decimals: number | null;
}

/** A token keeps its symbol nearly always, its decimals always. */
const KEPT_MS = 600_000;
const keptOf = perDatabase(() =>
  rememberedEach<StoredToken>({
    most: 20_000,
    isWhole: ({ symbol, decimals }) => symbol !== null && decimals !== null,
    foundMs: KEPT_MS,
  }),
);

/**
 * Returns how to display some mints: well-known mints by their usual symbol, others by the symbol in their
 * metadata, and unknown ones by the ends of their addresses. Anyone can choose the symbol of a token, so one
 * that copies the symbol of a well-known mint is displayed by its address. For few mints the result may be
 * ten minutes old.
 *
 * @param mints base58; may repeat
 */
export async function readSymbols(
  database: Database,
  mints: Iterable<string>,
  context: QueryContext,
): Promise<SymbolOf> {
  const tokens = await readStored(database, mints, context);
  return (mint) => tokens.get(mint)?.symbol ?? mintSymbol(mint);
}

/** Like `readSymbols`, with decimals. @param mints base58; may repeat */
export async function readTokens(
  database: Database,
  mints: Iterable<string>,
  context: QueryContext,
): Promise<TokenOf> {
  const tokens = await readStored(database, mints, context);
  return (mint): Token => ({
    symbol: tokens.get(mint)?.symbol ?? mintSymbol(mint),
    decimals: mintDecimals(mint) ?? tokens.get(mint)?.decimals ?? null,
  });
}

/** Like `readTokens`, for the tokens of some sandwiches. */
export function readTokensOf(
  database: Database,
  sandwiches: readonly { mintIn: string; mintOut: string; gainMint: string }[],
  context: QueryContext,
): Promise<TokenOf> {
  const mints = sandwiches.flatMap(({ mintIn, mintOut, gainMint }) => [mintIn, mintOut, gainMint]);
  return readTokens(database, mints, context);
}

/** Well-known mints have their symbols and decimals in this build and need no look-up. */
function readStored(
  database: Database,
  mints: Iterable<string>,
  context: QueryContext,
): Promise<Map<string, StoredToken>> {
  const unknown = [...new Set(mints)].filter((mint) => mintSymbol(mint) === shortAddress(mint));
  return keptOf(database)(unknown.slice(0, MOST_MINTS), (asked) => lookUp(database, asked, context));
}

async function lookUp(
  database: Database,
  asked: readonly string[],
  context: QueryContext,
): Promise<Map<string, StoredToken>> {
  const tokens = new Map<string, StoredToken>();
  for (let at = 0; at < asked.length; at += MINTS_A_QUERY * QUERIES_AT_ONCE) {
    const queries = Array.from({ length: QUERIES_AT_ONCE }, (_, index) =>
      asked.slice(at + index * MINTS_A_QUERY, at + (index + 1) * MINTS_A_QUERY),
    ).filter((mints) => mints.length > 0);
    const rows = await Promise.all(queries.map((mints) => database.rows(TOKEN_SYMBOLS, { mints }, context)));
    for (const { mint, symbol, decimals } of rows.flat()) {
      const shown = symbol === null || isCuratedSymbol(symbol) ? null : symbol;
      tokens.set(mint, { symbol: shown, decimals });
    }
  }
  return tokens;
}
