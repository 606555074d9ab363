import type { Address } from '@tickscope/chain';
import { mintSymbol, shortAddress } from '@tickscope/dex';
import { column, defineFileQuery, param, type RowOf } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { rememberedEach } from '../caches/remembered-each.js';
import type { Database, QueryContext } from '../database.js';

const TOKEN_NAMES = defineFileQuery(import.meta.url, './token-names.sql', {
  params: { addresses: param.addresses },
  row: {
    /** Base58. */
    mint: column.address,
    symbol: column.nullable(column.text),
    name: column.nullable(column.text),
    decimals: column.nullable(column.integer),
  },
});

export type TokenNames = Omit<RowOf<typeof TOKEN_NAMES>, 'mint'>;

const keptOf = perDatabase(() =>
  rememberedEach<TokenNames>({ most: 20_000, isWhole: ({ symbol }) => symbol !== null }),
);

/**
 * Returns the names of some mints, each given once. Well-known mints have the names of this build, others the
 * names that their creators gave them. Names may be a minute old.
 */
export async function readTokenNames(
  database: Database,
  mints: readonly Address[],
  context: QueryContext,
): Promise<Map<string, TokenNames>> {
  const names = await keptOf(database)(mints, async (unknown) => {
    const rows =
      unknown.length === 0 ? [] : await database.rows(TOKEN_NAMES, { addresses: unknown }, context);
    return new Map(rows.map(({ mint, ...known }) => [mint, known]));
  });
  for (const mint of mints) {
    const symbol = wellKnownSymbol(mint);
    if (symbol !== null) names.set(mint, { ...(names.get(mint) ?? { name: null, decimals: null }), symbol });
  }
  return names;
}

/** The symbol of a well-known mint. No other mint may use it. */
export function wellKnownSymbol(mint: string): string | null {
  const symbol = mintSymbol(mint);
  return symbol === shortAddress(mint) ? null : symbol;
}
