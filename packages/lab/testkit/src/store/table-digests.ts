import type { TestConnection } from './test-connection.js';

/** The tables with the rows of blocks. */
export const TABLES = [
  'slots',
  'entries',
  'transactions',
  'account_slots',
  'signatures',
  'swaps',
  'swaps_by_trader',
  'token_links',
  'pool_events',
  'fills',
  'rebates',
  'tips',
  'unknown_frames',
] as const;

/** Columns that differ between a block with and without its entries. Insertion times are never compared. */
const TICK_COLUMNS = new Set([
  'entry_index',
  'tx_index',
  'poh_tick',
  'first_poh_tick',
  'last_poh_tick',
  'first_tick',
  'tick_span',
  'version',
  'content',
  'model',
  'source',
  'entry_count',
  'tick_count',
  'num_hashes',
]);

/**
 * Rows and a digest of each table as queries see them: unmerged, with duplicates resolved. Equal digests mean equal
 * tables, row for row. `source` (the origin of a block) is never compared.
 */
export async function digests(
  client: TestConnection,
  options: { withoutTicks?: boolean; tables?: readonly string[]; where?: string } = {},
): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const table of options.tables ?? TABLES) {
    const columns = await client.read.queryRows<[string]>(
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}' AND name NOT IN ('inserted_at', 'source') ORDER BY position`,
      { timeoutMs: 30_000 },
    );
    const compared = columns
      .map(([name]) => name)
      .filter((name) => options.withoutTicks !== true || !TICK_COLUMNS.has(name));
    const [row] = await client.read.queryRows<[string, string]>(
      `SELECT count(), sum(cityHash64(formatRow('RowBinary', ${compared.join(', ')}))) FROM ${table} FINAL WHERE ${options.where ?? '1'}`,
      { timeoutMs: 120_000 },
    );
    result[table] = `${row?.[0]} rows, ${row?.[1]}`;
  }
  return result;
}
