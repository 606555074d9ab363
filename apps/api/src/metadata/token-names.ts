import { pubkeyFromBase58 } from '@tickscope/chain';
import { mintSymbol, shortAddress } from '@tickscope/dex';
import { sqlFile } from '@tickscope/store';
import { perDatabase } from '../caches/per-database.js';
import { rememberedEach } from '../caches/remembered-each.js';
import type { Database } from '../database/database.js';
import type { QueryContext } from '../request-context.js';

const TOKEN_NAMES = { name: 'token-names', sql: sqlFile(import.meta.url, './token-names.sql') };

export interface TokenNames {
  symbol: string | null;
  name: string | null;
  decimals: number | null;
}

const keptOf = perDatabase(() =>
  rememberedEach<TokenNames>({ most: 20_000, isWhole: ({ symbol }) => symbol !== null }),
);

/**
 * Returns the names of some mints, each given once. Well-known mints have the names of this build, others the
 * names that their creators gave them. Names may be a minute old.
 */
export async function readTokenNames(
  database: Database,
  mints: readonly string[],
  context: QueryContext,
): Promise<Map<string, TokenNames>> {
  const names = await keptOf(database)(mints, (unknown) => lookUp(database, unknown, context));
  for (const mint of mints) {
    const symbol = wellKnownSymbol(mint);
    if (symbol !== null) names.set(mint, { ...(names.get(mint) ?? { name: null, decimals: null }), symbol });
  }
  return names;
}

async function lookUp(
  database: Database,
  mints: readonly string[],
  context: QueryContext,
): Promise<Map<string, TokenNames>> {
  if (mints.length === 0) return new Map();
  type Row = [mint: string, symbol: string | null, name: string | null, decimals: number | null];
  const rows = await database.rows<Row>(TOKEN_NAMES, { addresses: hexOf(mints) }, context);
  return new Map(rows.map(([mint, symbol, name, decimals]) => [mint, { symbol, name, decimals }]));
}

/** The symbol of a well-known mint. No other mint may use it. */
export function wellKnownSymbol(mint: string): string | null {
  const symbol = mintSymbol(mint);
  return symbol === shortAddress(mint) ? null : symbol;
}

export function hexOf(addresses: readonly string[]): string[] {
  return addresses.map((address) => Buffer.from(pubkeyFromBase58(address)).toString('hex'));
}
