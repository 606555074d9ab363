import type { IngesterConfig } from '@tickscope/config';
import { Spill } from '@tickscope/pipeline';
import { column, defineQuery, type ReadConnection, runQuery } from '@tickscope/store';

const DATABASE_ID = defineQuery({
  name: 'database-id',
  sql: 'SELECT toString(uuid) FROM system.databases WHERE name = currentDatabase()',
  row: { id: column.text },
});

/**
 * Opens the spill as configured; `null`: none is configured. A spill belongs to one database, identified by the
 * database's own id, not by its address.
 * @throws SpillError when another ingester uses the folder, or it has blocks for another database
 */
export async function openSpill(config: IngesterConfig, read: ReadConnection): Promise<Spill | null> {
  if (config.SPILL_DIR === null) return null;
  const [row] = await runQuery(read, DATABASE_ID, {}, { timeoutMs: 10_000 });
  return Spill.open({
    dir: config.SPILL_DIR,
    maxBytes: config.SPILL_MAX_BYTES,
    database: `${row?.id ?? 'unknown'}/${config.CLICKHOUSE_DATABASE}`,
    assembly: {
      source: 'geyser',
      expectTransactions: config.GEYSER_CONTENT === 'full',
      // Whether a block may come without them was decided before it was spilled.
      expectEntries: false,
    },
  });
}
