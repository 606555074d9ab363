import type { IngesterConfig } from '@tickscope/config';
import { Spill } from '@tickscope/pipeline';
import { type ClickHouseClient, queryRows } from '@tickscope/store';

/**
 * Opens the spill as configured; `null`: none is configured. A spill belongs to one database, identified by the
 * database's own id, whatever its address.
 * @throws SpillError when another ingester uses the folder, or it has blocks for another database
 */
export async function openSpill(config: IngesterConfig, client: ClickHouseClient): Promise<Spill | null> {
  if (config.SPILL_DIR === null) return null;
  const [row] = await queryRows<[string]>(
    client,
    'SELECT toString(uuid) FROM system.databases WHERE name = currentDatabase()',
    { timeoutMs: 10_000 },
  );
  return Spill.open({
    dir: config.SPILL_DIR,
    maxBytes: config.SPILL_MAX_BYTES,
    database: `${row?.[0] ?? 'unknown'}/${config.CLICKHOUSE_DATABASE}`,
    assembly: {
      source: 'geyser',
      expectTransactions: config.GEYSER_CONTENT === 'full',
      expectEntries: true,
    },
  });
}
